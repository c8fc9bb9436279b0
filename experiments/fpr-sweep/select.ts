import type { Row } from '../../src/lab/experiment.ts';
import { num, sum, where } from '../rows.ts';
import { goldenScan } from './known.ts';
import type { Series } from './plan.ts';

/** The rows of one series in order of a column: cells end in any order. */
export function series(rows: readonly Row[], name: Series, by: string, values: Row = {}): Row[] {
  return ordered(where(rows, { pass: 'rates', series: name, ...values }), by);
}

export function ordered(rows: readonly Row[], by: string): Row[] {
  return rows.toSorted((a, b) => num(a, by) - num(b, by));
}

/** The values of a column, each once, as they come. */
export function distinct(rows: readonly Row[], column: string): Row[string][] {
  return [...new Set(rows.map((row) => row[column]!))];
}

/** The pieces of the scan by their ends, each with the count of all up to its end. */
export function scanSoFar(rows: readonly Row[]): { to: number; fp: number }[] {
  const pieces = ordered(where(rows, { pass: 'scan' }), 'to');
  return pieces.map((piece, index) => ({
    to: num(piece, 'to'),
    fp: sum(pieces.slice(0, index + 1), 'fp'),
  }));
}

/** The ends up to which this scan and an earlier, independent one both counted. */
export function knownScans(rows: readonly Row[]) {
  const counted = new Map(scanSoFar(rows).map(({ to, fp }) => [to, fp]));
  return goldenScan
    .filter(({ to }) => counted.has(to))
    .map(({ to, fp }) => ({ to, fp: counted.get(to)!, expected: fp }));
}

/** All rows in which members and absent ids were asked. */
export function asked(rows: readonly Row[]): Row[] {
  return rows.filter(({ fn }) => fn !== undefined);
}
