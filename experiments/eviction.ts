import type { Experiment } from '../src/lab/experiment.ts';
import { evictionCharts } from './eviction/charts.ts';
import { columns } from './eviction/columns.ts';
import { evictionExpectations } from './eviction/expectations.ts';
import { funnelPass } from './eviction/funnel-pass.ts';
import {
  type EvictionCell,
  evictionCells,
  type Parameters,
  parameters,
  presets,
} from './eviction/plan.ts';
import { roundPass } from './eviction/round-pass.ts';
import { evictionVerdicts } from './eviction/verdicts.ts';

/** A flood of sentinels against a Redis that is short of memory. */
export const eviction: Experiment<Parameters, EvictionCell> = {
  id: 'eviction',
  title: 'Sentinels and hot keys where memory ends',
  question:
    'When Redis has no memory left, does a flood of absent ids push out hot keys, and which ' +
    'policy keeps them?',
  needs: ['mysql', 'private-redis'],
  columns,
  parameters,
  presets,
  budgetSeconds: 16,
  cells: evictionCells,
  run: async (cell, lab, params) =>
    cell.pass === 'round' ? roundPass(cell.round, lab, params) : funnelPass(cell, lab, params),
  expectations: evictionExpectations,
  verdicts: evictionVerdicts,
  charts: evictionCharts,
};
