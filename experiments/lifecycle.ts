import type { Experiment, Lab, Result } from '../src/lab/experiment.ts';
import { bitsPass } from './lifecycle/bits-pass.ts';
import { lifecycleCharts } from './lifecycle/charts.ts';
import { churnPass } from './lifecycle/churn-pass.ts';
import { coldStartPass } from './lifecycle/cold-start-pass.ts';
import { columns } from './lifecycle/columns.ts';
import { deletedPass } from './lifecycle/deleted-pass.ts';
import { lifecycleExpectations } from './lifecycle/expectations.ts';
import { insertedPass } from './lifecycle/inserted-pass.ts';
import {
  type LifecycleCell,
  lifecycleCells,
  type Parameters,
  parameters,
  presets,
} from './lifecycle/plan.ts';
import { processesPass } from './lifecycle/processes-pass.ts';
import { rebuildPass } from './lifecycle/rebuild-pass.ts';
import { swapPass } from './lifecycle/swap-pass.ts';
import { lifecycleVerdicts } from './lifecycle/verdicts.ts';

async function run(cell: LifecycleCell, lab: Lab, params: Parameters): Promise<readonly Result[]> {
  switch (cell.pass) {
    case 'swap':
      return swapPass(cell);
    case 'churn':
      return churnPass(cell, params);
    case 'cold start':
      return coldStartPass(cell, lab, params);
    case 'bits':
      return bitsPass(lab, params);
    case 'inserted':
      return insertedPass(lab, params);
    case 'deleted':
      return deletedPass(cell, lab, params);
    case 'processes':
      return processesPass(lab, params);
    case 'rebuild':
      return rebuildPass(cell, lab, params);
  }
}

/** What the filter knows, from the start of a process through inserts, deletes and rebuilds. */
export const lifecycle: Experiment<Parameters, LifecycleCell> = {
  id: 'lifecycle',
  title: 'The life of a filter',
  question: 'Whom does a filter refuse wrongly, or let through, when its table changes?',
  needs: ['redis', 'mysql', 'private-redis'],
  columns,
  parameters,
  presets,
  budgetSeconds: 24,
  cells: lifecycleCells,
  run,
  expectations: lifecycleExpectations,
  verdicts: lifecycleVerdicts,
  charts: lifecycleCharts,
};
