import type { Experiment } from '../src/lab/experiment.ts';
import { faultsCharts } from './faults/charts.ts';
import { closedPass } from './faults/closed-pass.ts';
import { columns } from './faults/columns.ts';
import { faultsExpectations } from './faults/expectations.ts';
import { offPass } from './faults/off-pass.ts';
import { openPass } from './faults/open-pass.ts';
import {
  type FaultsCell,
  faultsCells,
  type Parameters,
  parameters,
  presets,
} from './faults/plan.ts';
import { faultsVerdicts } from './faults/verdicts.ts';

/** Servers that die, fill up, stand still or hang, in the middle of traffic at a fixed rate. */
export const faults: Experiment<Parameters, FaultsCell> = {
  id: 'faults',
  title: 'The funnel while a server fails',
  question: 'What do users meet while Redis or MySQL fails, and how soon is all as before?',
  needs: ['private-redis', 'private-mysql'],
  columns,
  parameters,
  presets,
  budgetSeconds: 18,
  cells: faultsCells,
  run: (cell, lab, params) => {
    if (cell.pass === 'open loop') return openPass(cell, lab, params);
    if (cell.pass === 'closed loop') return closedPass(cell, lab, params);
    return offPass(cell, lab, params);
  },
  expectations: faultsExpectations,
  verdicts: faultsVerdicts,
  charts: faultsCharts,
};
