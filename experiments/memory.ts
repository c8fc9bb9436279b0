import type { Column, Experiment, Lab, Result } from '../src/lab/experiment.ts';
import { memoryCharts } from './memory/charts.ts';
import { memoryExpectations } from './memory/expectations.ts';
import { idSpacePass, processesPass, setsPass } from './memory/filter-passes.ts';
import { floodPass, steadyPass } from './memory/flood-passes.ts';
import {
  type MemoryCell,
  memoryCells,
  type Parameters,
  parameters,
  presets,
} from './memory/plan.ts';
import { formsPass, funnelPass, sentinelsPass } from './memory/sentinel-passes.ts';
import { memoryVerdicts } from './memory/verdicts.ts';

function of(kind: Column['kind'], unit: string, ...names: readonly string[]): Column[] {
  return names.map((name) => ({ name, unit, kind }));
}

const columns: readonly Column[] = [
  ...of('exact', '', 'pass', 'form', 'set', 'method'),
  ...of('exact', 'SKUs', 'skus'),
  ...of('exact', 'ids', 'range', 'minId', 'maxId', 'draws', 'censusAbsent', 'distinctAbsent'),
  ...of('exact', '', 'absentShare'),
  ...of('exact', 'sentinels', 'sentinels'),
  ...of('exact', 'processes', 'processes'),
  ...of('exact', 'bytes', 'filterBytes', 'setBytes'),
  ...of('exact', 's', 'atSecond'),
  ...of('exact', 'sentinels', 'aliveExpected'),
  ...of('measured', 'keys', 'sent', 'keys', 'expired'),
  ...of('measured', 'bytes', 'emptyBytes', 'sentinelBytes', 'bytesPerSentinel', 'writerBytes'),
  ...of('measured', 'bytes', 'memoryUsageBytes', 'rssBytes', 'rssGrowthBytes'),
  ...of('measured', '', 'server', 'allocator'),
];

async function run(cell: MemoryCell, lab: Lab, params: Parameters): Promise<readonly Result[]> {
  switch (cell.pass) {
    case 'id space':
      return idSpacePass(params);
    case 'sets':
      return setsPass(cell.skus);
    case 'processes':
      return processesPass(cell.processes, params);
    case 'sentinels':
      return sentinelsPass(cell.sentinels, lab, params);
    case 'forms':
      return formsPass(lab);
    case 'through the funnel':
      return funnelPass(lab, params);
    case 'flood':
      return floodPass(cell.skus, lab, params);
    case 'steady':
      return steadyPass(lab, params);
  }
}

export const memory: Experiment<Parameters, MemoryCell> = {
  id: 'memory',
  title: 'Memory of sentinels and of filters',
  question: 'While ids are enumerated, when do sentinels take more than a filter or an exact set?',
  needs: ['private-redis', 'mysql'],
  columns,
  parameters,
  presets,
  budgetSeconds: 120,
  cells: memoryCells,
  run,
  expectations: memoryExpectations,
  verdicts: memoryVerdicts,
  charts: memoryCharts,
};
