import { fillBounds } from '../../src/filters/fill-bounds.ts';
import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { integer, num, sum, where } from '../rows.ts';
import { articleBitsSet, goldenFilters, goldenIds } from './known.ts';
import { asked, knownScans, ordered } from './select.ts';

/** The chance that a right filter breaks the bound of the fill in any row. */
const fillAlpha = 1e-6;

export function sweepExpectations(rows: readonly Row[]): Expectation[] {
  return [noneLost(rows), golden(rows), scanned(rows), fills(rows)];
}

function noneLost(rows: readonly Row[]): Expectation {
  const members = asked(rows).reduce((all, row) => all + num(row, 'n') * num(row, 'filters'), 0);
  const lost = sum(asked(rows), 'fn');
  return {
    name: 'no member is ever answered “no”',
    holds: lost === 0,
    measured: `${integer(lost)} of ${integer(members)} members`,
    expected: '0',
  };
}

function golden(rows: readonly Row[]): Expectation {
  const right = goldenFilters.filter(({ n, capacity, p, bitsSet, fp }) =>
    where(rows, { pass: 'golden', n, capacity, p }).some(
      (row) => row.bitsSet === bitsSet && row.fp === fp,
    ),
  );
  return {
    name: 'filters of consecutive ids have the bits and false positives of other implementations',
    holds: right.length === goldenFilters.length,
    measured: `${right.length} filters`,
    expected: `${goldenFilters.length} filters`,
  };
}

function scanned(rows: readonly Row[]): Expectation {
  const scans = knownScans(rows);
  const pieces = ordered(where(rows, { pass: 'scan' }), 'to');
  const first = pieces
    .flatMap(({ passingIds }) => String(passingIds).split(' ').filter(Boolean).map(Number))
    .filter((id) => id <= 10_000_000);
  const holds =
    pieces.every(({ bitsSet }) => bitsSet === articleBitsSet) &&
    scans.every(({ fp, expected }) => fp === expected) &&
    first.join() === goldenIds.filter((id) => pieces.some(({ to }) => Number(to) >= id)).join();
  return {
    name: 'the article’s filter lets exactly the known ids pass',
    holds,
    measured: scans.map(({ to, fp }) => `${fp} up to ${integer(to)}`).join(', '),
    expected: scans.map(({ to, expected }) => `${expected} up to ${integer(to)}`).join(', '),
  };
}

/**
 * Of fewer ids there are so many filters that the bound is narrower than what double hashing sets
 * less than independent probes: two bits a filter of one id at p = 10^-5.
 */
const fewestIds = 10_000;

/** The fill of every row against the bound that `fillBounds` derives, at a family-wise error. */
function fills(rows: readonly Row[]): Expectation {
  const family = where(rows, { pass: 'rates', scheme: 'double', keys: 'random' }).filter(
    (row) => num(row, 'n') >= fewestIds,
  );
  const outside = family.filter((row) => !fillHolds(row, fillAlpha / family.length));
  return {
    name: `filters of ${integer(fewestIds)} random ids and more have the fill of theory (error ${fillAlpha})`,
    holds: outside.length === 0,
    measured: `${outside.length} of ${family.length} rows outside`,
    expected: '0',
  };
}

function fillHolds(row: Row, alpha: number): boolean {
  const shape = { bits: num(row, 'bits'), hashes: num(row, 'hashes') };
  const { low, high } = fillBounds(shape, num(row, 'n'), { alpha, filters: num(row, 'filters') });
  return num(row, 'bitsSet') >= low && num(row, 'bitsSet') <= high;
}
