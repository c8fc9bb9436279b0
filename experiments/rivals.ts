import type { Experiment, Lab, Result } from '../src/lab/experiment.ts';
import { bucketsPass } from './rivals/buckets-pass.ts';
import { rivalsCharts } from './rivals/charts.ts';
import { columns } from './rivals/columns.ts';
import { rivalsExpectations } from './rivals/expectations.ts';
import { localBytesPass } from './rivals/local-bytes-pass.ts';
import {
  type Parameters,
  parameters,
  presets,
  type RivalsCell,
  rivalsCells,
} from './rivals/plan.ts';
import { requestsPass } from './rivals/requests-pass.ts';
import { tagsPass } from './rivals/tags-pass.ts';
import { rivalsVerdicts } from './rivals/verdicts.ts';

async function run(cell: RivalsCell, lab: Lab, params: Parameters): Promise<readonly Result[]> {
  switch (cell.pass) {
    case 'requests':
      return requestsPass(cell.rival, lab, params);
    case 'tags':
      return tagsPass(lab, params);
    case 'buckets':
      return bucketsPass(lab, params);
    case 'local bytes':
      return localBytesPass(lab, params);
  }
}

/** Other ways to keep absent ids from MySQL, and an attacker who knows the filter. */
export const rivals: Experiment<Parameters, RivalsCell> = {
  id: 'rivals',
  title: 'Rivals of the filter, and an attacker who knows it',
  question: 'What do other defences keep from MySQL, at which cost, and who gets past them?',
  needs: ['redis', 'mysql'],
  columns,
  parameters,
  presets,
  budgetSeconds: 12,
  cells: rivalsCells,
  run,
  expectations: rivalsExpectations,
  verdicts: rivalsVerdicts,
  charts: rivalsCharts,
};
