import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { medianInterval } from '../../src/stats/median.ts';
import { find, integer, num, percent, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { measuredRow } from './select.ts';

export function s3Verdicts(rows: readonly Row[]): Verdict[] {
  return [classicUse(rows), protects(rows), maybeAndNoEntry(rows), saved(rows), redisStyle(rows)];
}

function refusedShare(row: Row): number {
  return 1 - (num(row, 'db-miss') + num(row, 'sentinel-hit')) / num(row, 'absent');
}

function classicUse(rows: readonly Row[]): Verdict {
  const [absent, present] = (['random', 'zipfian'] as const).map(
    (traffic) => measuredRow(rows, 'S0, filter', traffic)!,
  );
  const cached = measuredRow(rows, 'S3, filter of cached keys', 'zipfian')!;
  const saves = refusedShare(absent!) > 0.9 && present!.wrong404s === 0;
  const wrong = num(cached, 'wrong404s');
  return verdict('S3-54', 'run', {
    word: saves ? (wrong > 0 ? 'conditional' : 'reproduced') : 'refuted',
    measured:
      `if it holds the ids of the database: ${percent(refusedShare(absent!))} of ` +
      `${integer(num(absent!, 'absent'))} absent requests end before any query, and ` +
      `${present!.wrong404s} of ${integer(num(present!, 'requests'))} present ones; over cached ` +
      `keys it refuses ${integer(wrong)} of the same present ones`,
    expected: 'if it holds the database’s ids',
  });
}

function protects(rows: readonly Row[]): Verdict {
  const row = measuredRow(rows, 'S3, filter of cached keys', 'zipfian')!;
  const all = find(rows, { pass: 'cached keys' })!;
  const uncached = num(all, 'skus') - num(all, 'put');
  return verdict('S3-62', 'census', {
    word: holdsOr(row.wrong404s === 0 && all.rejectedPresent === 0),
    measured:
      `of ${integer(uncached)} rows that were never cached, ${integer(num(all, 'rejectedPresent'))} ` +
      'are called absent and never loaded, each asked for once; under Zipf’s traffic ' +
      `${integer(num(row, 'wrong404s'))} of ${integer(num(row, 'requests'))} requests for present ids`,
    expected: 'rows that are not cached yet are called absent',
  });
}

function maybeAndNoEntry(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'cached keys' })!;
  const [loaded, nothing] = [num(row, 'loaded'), num(row, 'foundNothing')];
  const evicted = num(row, 'evicted');
  return verdict('S3-63', 'census', {
    word: evicted === 0 ? 'unproven' : holdsOr(loaded < evicted),
    measured:
      `of ${integer(loaded + nothing)} keys with a “maybe” and no entry, ${integer(loaded)} are rows ` +
      `of the database, ${integer(evicted)} of them entries that were evicted; ` +
      `${integer(nothing)} are absent everywhere`,
    expected: 'an evicted entry looks the same',
  });
}

function saved(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'cached keys' })!;
  const share = num(row, 'rejectedAbsent') / num(row, 'skus');
  const rounds = where(rows, { pass: 'lookups' });
  const of = (column: string) => medianInterval(rounds.map((round) => num(round, column)))!;
  const ratio = of('filterPerMap');
  const ns = (column: string) => of(column).median.toPrecision(2);
  return verdict('S3-64', 'run', {
    word: share > 0.9 ? 'conditional' : 'refuted',
    measured:
      `for absent keys: ${percent(share)} of ${integer(num(row, 'skus'))} end at the filter; in one ` +
      `thread asking it takes ${ns('filterNs')} ns and the lookup that is saved ${ns('mapNs')} ns, ` +
      `a ratio of ${ratio.median.toPrecision(3)}; the lock is not saved but exchanged, for the ` +
      'article’s filter takes a shared_mutex of its own (source)',
    interval:
      `ratio ${ratio.low.toPrecision(3)} … ${ratio.high.toPrecision(3)}, median of ` +
      `${rounds.length} rounds (${percent(ratio.confidence, 3)})`,
    expected: 'for absent keys; the filter takes a lock of its own',
  });
}

function redisStyle(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'cached keys' })!;
  // What was put or loaded and not evicted by hand is still there.
  const left = num(row, 'put') - num(row, 'evicted') + num(row, 'loaded');
  return verdict('S3-65', 'source', {
    word: holdsOr(num(row, 'entries') < left),
    measured:
      `a map in the process, without TTL, limit or another process that could read it: of ` +
      `${integer(left)} entries put and not removed by hand ${integer(num(row, 'entries'))} are ` +
      `kept, and Redis holds ${row.keys} keys`,
    expected: 'a map without TTL and without eviction',
  });
}
