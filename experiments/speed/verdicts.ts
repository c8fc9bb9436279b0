import { noCompiler } from '../../src/bench/cpp.ts';
import { articleShape } from '../../src/bench/measure-variants.ts';
import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, num, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';

export function speedVerdicts(rows: readonly Row[]): Verdict[] {
  return [probesAsked(rows), sharedLock(rows), stringHash(rows)];
}

/** The ratio of a row and its interval. */
function times(row: Row): string {
  const [ratio, low, high] = ['ratio', 'ratioLow', 'ratioHigh'].map((name) =>
    num(row, name).toFixed(2),
  );
  return `${ratio} times (${low} … ${high})`;
}

const medians = 'medians of rounds with their 95 % intervals, on this machine';

function probesAsked(rows: readonly Row[]): Verdict {
  const { hashes } = articleShape;
  const at = (probes: number, presentShare: number) =>
    find(rows, { pass: 'hashes', hashes: probes, presentShare })!;
  const mean = num(at(hashes, 0), 'probesPerQuery');
  const growth = (presentShare: number) =>
    (num(at(24, presentShare), 'ns') / num(at(4, presentShare), 'ns')).toFixed(1);
  return verdict('S0-12', 'census', {
    word: mean < hashes ? 'conditional' : 'reproduced',
    measured:
      `k is what a present id takes; an absent one is rejected after ${mean.toFixed(3)} bits on ` +
      `average at k = ${hashes}, and ${num(at(24, 0), 'probesPerQuery').toFixed(3)} at k = 24 ` +
      `with the same fill. From k = 4 to 24 the time grows to ${growth(1)} times for present ids ` +
      `and to ${growth(0)} times for absent ones`,
    expected: '1/(1 - fill) = 1.32 bits at 24.3 % fill',
  });
}

/** What two threads gain at least where each has a core. */
const freeCores = 1.3;

function sharedLock(rows: readonly Row[]): Verdict {
  const [none, shared, plain] = ['none', 'std::shared_mutex', 'std::mutex'].map((lock) =>
    find(rows, { pass: 'locks', lock }),
  );
  const expected = 'no figure';
  if (typeof shared?.ns !== 'number' || none === undefined || plain === undefined) {
    return verdict('S3-38', 'source', { word: 'unproven', measured: noCompiler, expected });
  }
  // Where two threads gain nothing without a lock, a lock cannot be judged.
  const isFree = num(none, 'ratioLow') > freeCores;
  const [low, high] = [num(shared, 'ratioLow'), num(shared, 'ratioHigh')];
  const word = isFree ? holdsOr(low > 1, high < 1 ? 'refuted' : 'unproven') : 'unproven';
  const ns = (row: Row) => num(row, 'ns').toFixed(0);
  return verdict('S3-38', 'run', {
    word,
    measured:
      `two threads answer as many queries a second as one ${times(shared)} under ` +
      `std::shared_mutex, ${times(none)} without a lock, ${times(plain)} under std::mutex; one ` +
      `thread takes ${ns(shared)}, ${ns(none)} and ${ns(plain)} ns a query` +
      (isFree ? '' : '; there were no two cores free to tell'),
    interval: medians,
    expected,
  });
}

/** Strings of numbers and names, and strings that are texts. */
const longestShort = 24;
const shortestLong = 256;

function stringHash(rows: readonly Row[]): Verdict {
  const all = where(rows, { pass: 'string hashes' }).filter(({ ns }) => ns !== null);
  const expected = 'no figure';
  if (all.length === 0) {
    return verdict('S3-45', 'source', { word: 'unproven', measured: noCompiler, expected });
  }
  const short = all.filter((row) => num(row, 'length') <= longestShort);
  const long = all.filter((row) => num(row, 'length') >= shortestLong);
  const stdIsFaster = short.every((row) => num(row, 'ratioLow') > 1);
  const murmurIsFaster = long.every((row) => num(row, 'ratioHigh') < 1);
  const bothOr = stdIsFaster || murmurIsFaster ? 'conditional' : 'refuted';
  return verdict('S3-45', 'run', {
    word: stdIsFaster && murmurIsFaster ? 'reproduced' : bothOr,
    measured:
      `std::hash ${stdIsFaster ? 'is faster' : 'is not always faster'} for short strings, ` +
      `MurmurHash3 ${murmurIsFaster ? 'is' : 'is not'} for long ones. In the time of std::hash ` +
      `it takes ${all.map((row) => `${times(row)} at ${row.length} characters`).join(', ')}`,
    interval: medians,
    expected,
  });
}
