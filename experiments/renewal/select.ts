import type { Row } from '../../src/lab/experiment.ts';
import { find, num, where } from '../rows.ts';

/** The group that stands for article S1's attack on 10^6 ids. */
export function articleGroup(rows: readonly Row[]): Row {
  const { ids } = find(rows, { pass: 'group', group: 'jitter' })!;
  return find(rows, { pass: 'group', group: 'range', ids: ids! })!;
}

/** The groups that share the article's ids and jitter and differ by the TTL, shortest first. */
export function ttlSweep(rows: readonly Row[]): Row[] {
  return [...where(rows, { pass: 'group', group: 'ttl' }), articleGroup(rows)].toSorted(
    (a, b) => num(a, 'baseSeconds') - num(b, 'baseSeconds'),
  );
}

/** Whether the window was long enough for every life to end in it. */
export function lasted(rows: readonly Row[]): boolean {
  return where(rows, { pass: 'group' }).every(
    (row) => num(row, 'windowSeconds') >= num(row, 'baseSeconds') * (1 + num(row, 'jitter')),
  );
}

/** Groups whose absorbed share theory misses: its interval does not hold λT/(1+λT). */
export function missed(rows: readonly Row[]): Row[] {
  return where(rows, { pass: 'group' }).filter((row) => {
    const theory = num(row, 'absorbedByTheory');
    return theory < num(row, 'absorbedLow') || theory > num(row, 'absorbedHigh');
  });
}

/** Some entry was gone before its time. */
export function endedEarly(row: Row): boolean {
  // Redis counts in whole milliseconds by a clock of its own.
  return (
    'gapShortestSeconds' in row && num(row, 'gapShortestSeconds') < num(row, 'baseSeconds') - 0.02
  );
}
