import type { Experiment, Lab, Result } from '../src/lab/experiment.ts';
import { cachedKeysPass, lookupsPass } from './systems/cached-keys-passes.ts';
import { systemsCharts } from './systems/charts.ts';
import { columns } from './systems/columns.ts';
import { deletionPass } from './systems/deletion-pass.ts';
import { systemsExpectations } from './systems/expectations.ts';
import {
  type Parameters,
  parameters,
  presets,
  type SystemsCell,
  systemsCells,
} from './systems/plan.ts';
import { loadingPass, restartPass, toyPass } from './systems/redis-passes.ts';
import { requestsPass } from './systems/requests-pass.ts';
import { sizesPass } from './systems/sizes-pass.ts';
import { stringsPass } from './systems/strings-pass.ts';
import { systemsVerdicts } from './systems/verdicts.ts';

async function run(cell: SystemsCell, lab: Lab, params: Parameters): Promise<readonly Result[]> {
  switch (cell.pass) {
    case 'requests':
      return requestsPass(cell.system, lab, params);
    case 'restart':
      return restartPass(lab, params);
    case 'loading':
      return loadingPass(lab, params);
    case 'toy':
      return toyPass(lab, params);
    case 'cached keys':
      return cachedKeysPass(lab, params);
    case 'lookups':
      return lookupsPass(lab, params);
    case 'strings':
      return stringsPass();
    case 'deletion':
      return deletionPass(params);
    case 'sizes':
      return sizesPass(params);
  }
}

/** The caches of the other articles, rebuilt, and Redis's own filter, under the same requests. */
export const systems: Experiment<Parameters, SystemsCell> = {
  id: 'systems',
  title: 'The other articles’ systems',
  question: 'What do the caches of the other articles let through, and what do they get wrong?',
  needs: ['redis', 'mysql'],
  columns,
  parameters,
  presets,
  budgetSeconds: 10,
  cells: systemsCells,
  run,
  expectations: systemsExpectations,
  verdicts: systemsVerdicts,
  charts: systemsCharts,
};
