import { withPlain } from '../src/bench/with-plain.ts';
import type { Column, Experiment, Lab, Result } from '../src/lab/experiment.ts';
import { exact, measured } from './columns.ts';
import { speedCharts } from './speed/charts.ts';
import { speedExpectations } from './speed/expectations.ts';
import { measureApart } from './speed/job.ts';
import { type Parameters, parameters, presets, type SpeedCell, speedCells } from './speed/plan.ts';
import { programsPass } from './speed/programs-pass.ts';
import { speedVerdicts } from './speed/verdicts.ts';

const columns: readonly Column[] = [
  ...exact('', 'pass', 'contender', 'operation', 'presentShare', 'lock'),
  ...exact('bits', 'bits', 'probesPerQuery'),
  ...exact('', 'hashes'),
  ...exact('ids', 'n'),
  ...exact('characters', 'length'),
  ...exact('bytes', 'memoryBytes'),
  ...measured('', 'answers', 'reference', 'rounds', 'cores', 'warnings'),
  ...measured('ids', 'idsAsked', 'count'),
  ...measured('ns', 'ns', 'nsLow', 'nsHigh', 'plainNs', 'buildNs', 'plainBuildNs'),
  ...measured('', 'ratio', 'ratioLow', 'ratioHigh'),
  ...measured('bits', 'bitsPerKey'),
  ...measured('bytes', 'l1Bytes', 'l2Bytes', 'l3Bytes', 'heapBytes'),
];

async function run({ pass }: SpeedCell, lab: Lab, params: Parameters): Promise<readonly Result[]> {
  if (pass === 'programs') return programsPass(lab);
  const measure = (plain: string | undefined) =>
    measureApart({ pass, params, seed: lab.seed, plain }, lab);
  return params.compare ? withPlain(lab, measure) : measure(undefined);
}

/** What a query and an insertion cost in time, by each way to call the filter and by its rivals. */
export const speed: Experiment<Parameters, SpeedCell> = {
  id: 'speed',
  title: 'Speed',
  question:
    'How long does a query take by each call path, in other filters and sets, and in plain C++?',
  needs: [],
  columns,
  parameters,
  presets,
  budgetSeconds: 44,
  cells: speedCells,
  run,
  expectations: speedExpectations,
  verdicts: speedVerdicts,
  charts: speedCharts,
};
