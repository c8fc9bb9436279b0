import { outcomes } from '../src/funnel/outcomes.ts';
import type { Column, Experiment, Lab, Result } from '../src/lab/experiment.ts';
import { exact, measured } from './columns.ts';
import { stampedeCharts } from './stampede/charts.ts';
import { closedPass } from './stampede/closed-pass.ts';
import { stampedeExpectations } from './stampede/expectations.ts';
import { failurePass } from './stampede/failure-pass.ts';
import { openPass } from './stampede/open-pass.ts';
import {
  type Parameters,
  parameters,
  presets,
  type StampedeCell,
  stampedeCells,
} from './stampede/plan.ts';
import { processesPass } from './stampede/processes-pass.ts';
import { stampedeVerdicts } from './stampede/verdicts.ts';

const columns: readonly Column[] = [
  ...exact('', 'pass', 'id', 'singleFlight'),
  ...exact('requests/s', 'rate'),
  ...exact('clients', 'clients'),
  ...exact('processes', 'processes'),
  ...measured('requests', 'requests', ...outcomes, 'joined', 'dropped', 'lateMisses'),
  ...measured('expiries', 'expiries'),
  ...measured('SELECTs', 'selects', 'loads', 'fewestSelects', 'mostSelects'),
  ...measured('SELECTs per expiry', 'selectsEach', 'selectsEachLow', 'selectsEachHigh'),
  ...measured('SELECTs per expiry', 'expectedEach'),
  ...measured('ms', 'windowMs'),
  ...measured('ns', 'startLagNsP99'),
  ...measured('answers', 'differentAnswers'),
  ...measured('', 'next', 'afterwards', 'lawsBroken'),
];

async function run(cell: StampedeCell, lab: Lab, params: Parameters): Promise<readonly Result[]> {
  switch (cell.pass) {
    case 'open':
      return openPass(cell, lab, params);
    case 'closed':
      return closedPass(cell, lab, params);
    case 'processes':
      return processesPass(cell, lab, params);
    case 'failure':
      return failurePass(cell, lab, params);
  }
}

/** One id whose entry has just ended: how many requests load it before it is there again. */
export const stampede: Experiment<Parameters, StampedeCell> = {
  id: 'stampede',
  title: 'Stampedes at the end of an entry',
  question:
    'How many requests for one id reach MySQL when its entry expires, and what does joining loads change?',
  needs: ['redis', 'mysql'],
  columns,
  parameters,
  presets,
  budgetSeconds: 12,
  cells: stampedeCells,
  run,
  expectations: stampedeExpectations,
  verdicts: stampedeVerdicts,
  charts: stampedeCharts,
};
