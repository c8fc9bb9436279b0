import type { Column, Experiment, Lab, Result } from '../src/lab/experiment.ts';
import { arithmeticPass } from './articles/arithmetic-pass.ts';
import { articlesCharts } from './articles/charts.ts';
import { cppPass } from './articles/cpp-pass.ts';
import { deletePass } from './articles/delete-pass.ts';
import { articlesExpectations } from './articles/expectations.ts';
import { hashPass } from './articles/hash-pass.ts';
import { parsePass } from './articles/parse-pass.ts';
import {
  type ArticlesCell,
  articlesCells,
  type Parameters,
  parameters,
  presets,
} from './articles/plan.ts';
import { rivalPass } from './articles/rival-pass.ts';
import { tablePass } from './articles/table-pass.ts';
import { articlesVerdicts } from './articles/verdicts.ts';
import { exact, measured } from './columns.ts';

const columns: readonly Column[] = [
  ...exact('', 'pass', 'set', 'asked', 'refused', 'scheme', 'keys', 'kind', 'setting'),
  ...exact('', 'has42', 'has100', 'stillThere', 'language', 'holds', 'program', 'task'),
  ...exact('ids', 'n', 'deleted', 'lost', 'left', 'times'),
  ...exact('', 'p', 'saved', 'first', 'largest', 'load'),
  ...exact('bytes', 'bytes', 'bloomBytes'),
  ...exact('bits', 'bits', 'bitsPerId'),
  ...exact('', 'hashes', 'hashesAligned'),
  ...exact('KiB', 'logKib'),
  ...exact('ids', 'probes', 'fp', 'fn'),
  ...exact('', 'rate', 'low', 'high', 'fromFill'),
  ...measured('bytes', 'tableBytes'),
  ...measured('', 'compiles', 'refusal'),
  ...measured('', 'rounds'),
  ...measured(
    'ns',
    'sentinelNs',
    'sentinelLow',
    'sentinelHigh',
    'valueNs',
    'valueLow',
    'valueHigh',
  ),
  ...measured('ns', 'plainNs', 'wordsNs'),
  ...measured('', 'ratio', 'ratioLow', 'ratioHigh'),
];

async function run(cell: ArticlesCell, lab: Lab, params: Parameters): Promise<readonly Result[]> {
  switch (cell.pass) {
    case 'arithmetic':
      return arithmeticPass();
    case 'hash':
      return hashPass(lab);
    case 'rival':
      return rivalPass(cell.kind, lab, params);
    case 'delete':
      return deletePass(params);
    case 'table':
      return tablePass(params);
    case 'parse':
      return parsePass(lab);
    case 'C++':
      return cppPass(lab, params);
  }
}

/** What needs no server: sums, small programs, and filters beside the Bloom filter. */
export const articles: Experiment<Parameters, ArticlesCell> = {
  id: 'articles',
  title: 'What arithmetic and the articles’ own text decide',
  question: 'Which claims are settled by computing after them, or by a small program?',
  needs: [],
  columns,
  parameters,
  presets,
  budgetSeconds: 8,
  cells: articlesCells,
  run,
  expectations: articlesExpectations,
  verdicts: articlesVerdicts,
  charts: articlesCharts,
};
