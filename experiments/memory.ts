import type { Column, Experiment, Lab, Result } from '../src/lab/experiment.ts';
import { exact, measured } from './columns.ts';
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
import { bytesPass } from './memory/sentinel-passes.ts';
import { memoryVerdicts } from './memory/verdicts.ts';

const columns: readonly Column[] = [
  ...exact('', 'pass', 'form', 'set', 'method', 'lawsBroken'),
  ...exact('SKUs', 'skus'),
  ...exact('ids', 'range', 'minId', 'maxId', 'draws', 'censusAbsent', 'distinctAbsent'),
  ...exact('', 'absentShare'),
  ...exact('sentinels', 'sentinels'),
  ...exact('processes', 'processes'),
  ...exact('bytes', 'filterBytes', 'setBytes'),
  ...exact('s', 'atSecond'),
  ...exact('sentinels', 'aliveExpected'),
  ...measured('keys', 'sent', 'keys', 'expired'),
  ...measured('bytes', 'emptyBytes', 'sentinelBytes', 'bytesPerSentinel', 'writerBytes'),
  ...measured('bytes', 'memoryUsageBytes', 'rssBytes', 'rssGrowthBytes'),
  ...measured('', 'server', 'allocator'),
];

async function run(cell: MemoryCell, lab: Lab, params: Parameters): Promise<readonly Result[]> {
  switch (cell.pass) {
    case 'id space':
      return idSpacePass();
    case 'sets':
      return setsPass(cell.skus);
    case 'processes':
      return processesPass(cell.processes, params);
    case 'bytes':
      return bytesPass(lab, params);
    case 'flood':
      return floodPass(cell.skus, lab, params);
    case 'steady':
      return steadyPass(lab, params);
  }
}

/** Bytes of sentinels in a Redis of their own, against those of filters and exact sets. */
export const memory: Experiment<Parameters, MemoryCell> = {
  id: 'memory',
  title: 'Memory of sentinels and of filters',
  question: 'While ids are enumerated, when do sentinels take more than a filter or an exact set?',
  needs: ['private-redis', 'mysql'],
  columns,
  parameters,
  presets,
  budgetSeconds: 42,
  cells: memoryCells,
  run,
  expectations: memoryExpectations,
  verdicts: memoryVerdicts,
  charts: memoryCharts,
};
