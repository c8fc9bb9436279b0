import type { Column, Experiment, Lab, Result } from '../src/lab/experiment.ts';
import { exact, measured } from './columns.ts';
import { craftedPass, precomputedPass } from './hashing/attack-passes.ts';
import { attackersPass } from './hashing/attacker-pass.ts';
import { deletionPass, gzipPass, positionsPass } from './hashing/bit-passes.ts';
import { hashingCharts } from './hashing/charts.ts';
import { hashingExpectations } from './hashing/expectations.ts';
import { mixersPass } from './hashing/mixer-pass.ts';
import {
  type HashingCell,
  hashingCells,
  type Parameters,
  parameters,
  presets,
} from './hashing/plan.ts';
import { integersPass, schemePass, shapesPass } from './hashing/scheme-passes.ts';
import { storedPass } from './hashing/stored-pass.ts';
import { lettersPass, stringsPass } from './hashing/string-passes.ts';
import { hashingVerdicts } from './hashing/verdicts.ts';

const columns: readonly Column[] = [
  ...exact('', 'pass', 'scheme', 'size', 'shape', 'text', 'p'),
  ...exact('keys', 'n'),
  ...exact('bits', 'bits', 'bitsSet'),
  ...exact('probes', 'hashes', 'positions', 'differing', 'distinct'),
  ...exact('filters', 'filters'),
  ...exact('keys', 'probes', 'falseNegatives', 'falsePositives', 'repeating', 'sameLowestBit'),
  ...exact('', 'rate', 'rateLow', 'rateHigh', 'fromFill', 'fromFillLess', 'theory'),
  ...exact('', 'fill', 'fillExpected', 'entropyShare', 'hitShare', 'multiplier', 'largestOfFour'),
  ...exact('', 'flipMean', 'flipLeast', 'flipMost', 'chiSquareLow', 'chiSquareHigh'),
  ...exact('keys', 'flippedIds', 'deleted', 'lost', 'replayed'),
  ...exact('', 'early', 'answers', 'tried', 'refused'),
  // zlib may find other matches in another version.
  ...measured('bytes', 'gzipBytes'),
  ...measured('', 'gzipShare'),
  ...measured('s', 'seconds'),
];

async function run(cell: HashingCell, lab: Lab, params: Parameters): Promise<readonly Result[]> {
  switch (cell.pass) {
    case 'scheme':
      return schemePass(cell.scheme, lab, params);
    case 'shapes':
      return shapesPass(cell.scheme, lab, params);
    case 'strings':
      return stringsPass(cell.scheme, params);
    case 'integers':
      return integersPass(lab, params);
    case 'letters':
      return lettersPass(lab, params);
    case 'mixers':
      return mixersPass(lab);
    case 'positions':
      return positionsPass(lab);
    case 'deletion':
      return deletionPass();
    case 'gzip':
      return gzipPass();
    case 'stored':
      return storedPass(lab);
    case 'attackers':
      return attackersPass(lab);
    case 'crafted':
      return craftedPass(lab, params);
    case 'precomputed':
      return precomputedPass(lab, params);
  }
}

export const hashing: Experiment<Parameters, HashingCell> = {
  id: 'hashing',
  title: 'Hash schemes',
  question: 'Which ways of hashing keep the false-positive rate that the formula promises?',
  needs: [],
  columns,
  parameters,
  presets,
  budgetSeconds: 18,
  cells: hashingCells,
  run,
  expectations: hashingExpectations,
  verdicts: hashingVerdicts,
  charts: hashingCharts,
};
