import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, num, percent } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';

const stdHash = { pass: 'hash', scheme: 'S3 v3, integers', keys: 'enumerated' };
const notCompiled = 'C++ was not compiled in this run';

export function codeVerdicts(rows: readonly Row[]): Verdict[] {
  return [...compileVerdicts(rows), ...speedVerdicts(rows), parsing(rows), ...readVerdicts()];
}

/** Whether the compiler takes the resize, and refuses nothing else; `undefined`: not tried. */
function resizes(rows: readonly Row[]): { compiles: boolean; refusal: string } | undefined {
  const [resized, control] = ['resized', 'constructed'].map((program) =>
    find(rows, { pass: 'compile', program }),
  );
  if (typeof resized?.compiles !== 'boolean' || control?.compiles !== true) return undefined;
  return { compiles: resized.compiles, refusal: `${resized.refusal}` };
}

function compileVerdicts(rows: readonly Row[]): Verdict[] {
  const tried = resizes(rows);
  const row = find(rows, stdHash)!;
  const rate = `${percent(num(row, 'rate'), 3)} of an enumeration pass where 0.1 % was asked for`;
  const poor = num(row, 'low') > 0.005;
  const byReading = `a vector of atomics cannot grow, for they cannot be moved (${notCompiled})`;
  const found = tried?.compiles
    ? 'std::vector<std::atomic<uint64_t>>::resize compiles'
    : `std::vector<std::atomic<uint64_t>>::resize is refused (“${tried?.refusal}”), while the ` +
      'same vector made with its size compiles';
  return [
    verdict('S3-31', tried === undefined ? 'source' : 'run', {
      word: holdsOr(tried?.compiles === true),
      measured: tried === undefined ? byReading : found,
      expected: 'refused by the compiler',
    }),
    verdict('S3-39', tried === undefined && !poor ? 'source' : 'run', {
      word: holdsOr(tried?.compiles === true && !poor),
      measured: `${tried === undefined ? byReading : found}; ${rate}`,
      expected: 'it does not compile, and 6.9 % of an enumeration pass',
    }),
  ];
}

interface Speed {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

function speed(rows: readonly Row[], task: string): Speed | undefined {
  const row = find(rows, { pass: 'words', task });
  return (
    row && { ratio: num(row, 'ratio'), low: num(row, 'ratioLow'), high: num(row, 'ratioHigh') }
  );
}

function times({ ratio, low, high }: Speed): string {
  return `${ratio.toFixed(2)} times (${low.toFixed(2)} … ${high.toFixed(2)})`;
}

const medians = 'median of the rounds’ ratios, 95 %, on this machine';
/** What counts as slower, and what as “far faster”. */
const slower = 1.1;
const farFaster = 2;

function speedVerdicts(rows: readonly Row[]): Verdict[] {
  const tasks = ['set a bit', 'test a bit', 'count all bits', 'count the ones of a word'];
  const [set, test, count, ones] = tasks.map((task) => speed(rows, task));
  if (!set || !test || !count || !ones) {
    return ['S3-20', 'S3-27', 'S3-30'].map((claim) =>
      verdict(claim, 'source', {
        word: 'unproven',
        measured: `the article gives no figure, and ${notCompiled}`,
        expected: 'no figure',
      }),
    );
  }
  const single = [set, test];
  const vectorBool =
    `a std::vector<bool> takes, in the time of 64-bit words, ${times(set)} to set a bit, ` +
    `${times(test)} to test one, ${times(count)} to count all`;
  const far = [set, test, count].flatMap(({ low }, index) =>
    low > farFaster ? [tasks[index]] : [],
  );
  return [
    verdict('S3-20', 'run', {
      word: single.some(({ low }) => low > slower) ? 'reproduced' : 'conditional',
      measured: `a bit an entry, and by the standard not safe for threads; ${vectorBool}`,
      interval: medians,
      expected: 'no figure',
    }),
    verdict('S3-27', 'run', {
      word: far.length === 3 ? 'reproduced' : far.length === 0 ? 'refuted' : 'conditional',
      measured: `far faster to ${far.join(', to ') || 'do nothing of it'}: ${vectorBool}`,
      interval: medians,
      expected: 'no figure',
    }),
    verdict('S3-30', 'run', {
      word: holdsOr(ones.low > farFaster, ones.high < farFaster ? 'refuted' : 'unproven'),
      measured: `a loop over the bits of a word takes ${times(ones)} its time`,
      interval: medians,
      expected: 'several times as fast',
    }),
  ];
}

function parsing(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'parse' })!;
  const ns = (column: string) => num(row, column).toFixed(0);
  return verdict('S1-16', 'run', {
    word: holdsOr(num(row, 'sentinelHigh') < num(row, 'valueLow'), 'unproven'),
    measured:
      `${ns('sentinelNs')} ns to recognise the sentinel, ${ns('valueNs')} ns to parse a SKU: a ` +
      'saving, beside the round trip to Redis a small one',
    interval:
      `${ns('sentinelLow')} … ${ns('sentinelHigh')} ns; ${ns('valueLow')} … ${ns('valueHigh')} ns ` +
      `(medians of ${row.rounds} rounds, 95 %)`,
    expected: 'less than parsing takes; no figure is given',
  });
}

/** What the code shows to a reader. */
function readVerdicts(): Verdict[] {
  return [
    verdict('S3-36', 'source', {
      word: 'reproduced',
      measured:
        'add holds the lock alone until all k bits are set, a query holds it shared; the atomics ' +
        'add nothing to that',
      expected: 'under the lock all bits or none are seen',
    }),
    verdict('S3-37', 'source', {
      word: 'conditional',
      measured:
        'the mutex orders all accesses; without it, as the article allows, a reader may not see ' +
        'the bits of an add that has returned',
      expected: 'enough under the mutex only',
    }),
  ];
}
