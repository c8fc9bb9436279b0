import type { Point } from '../src/lab/chart.ts';
import type { Row } from '../src/lab/experiment.ts';
import type { Interval } from '../src/stats/clopper-pearson.ts';

/** The rows whose columns have the given values. */
export function where(rows: readonly Row[], values: Row): Row[] {
  return rows.filter((row) => Object.entries(values).every(([column, v]) => row[column] === v));
}

/** The only row with these values, or `undefined` where the run has not got so far. */
export function find(rows: readonly Row[], values: Row): Row | undefined {
  return where(rows, values)[0];
}

/** A column that holds a number in this row. @throws TypeError where it does not */
export function num(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`${column} is ${value}, not a number`);
  return value;
}

/** A point for each row, at the numbers of two columns or at what is worked out of the row. */
export function pointsOf(
  rows: readonly Row[],
  x: string,
  y: string | ((row: Row) => number),
): Point[] {
  const height = typeof y === 'string' ? (row: Row) => num(row, y) : y;
  return rows.map((row) => ({ x: num(row, x), y: height(row) }));
}

/** The sum of a column. */
export function sum(rows: readonly Row[], column: string): number {
  return rows.reduce((total, row) => total + num(row, column), 0);
}

const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `7,188,794` */
export function integer(value: number): string {
  return integers.format(value);
}

/** `1.0040 %`, to as many significant digits. */
export function percent(value: number, digits = 4): string {
  return `${Number((100 * value).toPrecision(digits))} %`;
}

/** `0.957 % … 1.02 %` */
export function percentRange({ low, high }: Interval, digits = 3): string {
  return `${percent(low, digits)} … ${percent(high, digits)}`;
}

/** A column of nanoseconds: `2.6 µs` */
export function microseconds(row: Row, column: string): string {
  return `${(num(row, column) / 1_000).toPrecision(2)} µs`;
}

/** Twelve digits: the last ones of `log`, `pow` and the like may differ between engines. */
export function stable(value: number): number {
  return Number(value.toPrecision(12));
}
