import type { Experiment } from '../src/lab/experiment.ts';
import { racesCharts } from './races/charts.ts';
import { columns } from './races/columns.ts';
import { racesExpectations } from './races/expectations.ts';
import { type Parameters, parameters, presets, type RacesCell, racesCells } from './races/plan.ts';
import { runRaces } from './races/run.ts';
import { racesVerdicts } from './races/verdicts.ts';

/** Each race between readers, writers, the filter and the cache, by a forced interleaving. */
export const races: Experiment<Parameters, RacesCell> = {
  id: 'races',
  title: 'Races between requests and changes',
  question:
    'Which interleavings leave a wrong 404 or an old row, for how long, and what closes them?',
  needs: ['redis', 'mysql'],
  columns,
  parameters,
  presets,
  budgetSeconds: 4,
  cells: racesCells,
  run: runRaces,
  expectations: racesExpectations,
  verdicts: racesVerdicts,
  charts: racesCharts,
};
