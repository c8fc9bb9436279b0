import type { Expectation, Row } from '../src/lab/experiment.ts';
import { integer, sum } from './rows.ts';

/** What is expected of each of some rows. */
export interface OfAll {
  readonly name: string;
  readonly holds: (row: Row) => boolean;
  /** What is said where it holds for all of them; else each other row is named. */
  readonly measured: string;
  readonly wrong: (row: Row) => string;
  readonly expected: string;
}

/** An expectation that every row must meet. */
export function ofAll(
  rows: readonly Row[],
  { name, holds, measured, wrong, expected }: OfAll,
): Expectation {
  const broken = rows.filter((row) => !holds(row));
  return {
    name,
    holds: broken.length === 0,
    measured: broken.length === 0 ? measured : broken.map(wrong).join('; '),
    expected,
  };
}

/** An expectation that a column, summed over the rows, is 0. */
export function none(name: string, rows: readonly Row[], column: string): Expectation {
  const total = sum(rows, column);
  const measured = `${integer(total)} in ${rows.length} rows`;
  return { name, holds: total === 0, measured, expected: '0' };
}
