import type { Row } from '../../src/lab/experiment.ts';
import { meanInterval } from '../../src/stats/mean.ts';
import { find, integer, where } from '../rows.ts';
import type { AttackedDefence, Level, TableName } from './plan.ts';

/** One series of points, a point a round. */
export interface Side {
  readonly table: TableName;
  readonly level: Level;
  readonly defence: AttackedDefence;
}

/** What rounds that differ say of one number. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

/** A column of the points of a side, round by round; those overloaded or without a value left out. */
export function values(rows: readonly Row[], side: Side, of: (row: Row) => number | null) {
  const points = where(rows, { pass: 'point', ...side, overloaded: false });
  return points.map(of).filter((value) => value !== null);
}

/**
 * The geometric mean over rounds of a ratio or a rate, with Student's t interval of its logarithm
 * (95 %): a round twice as slow counts as one twice as fast. `null` with fewer than two rounds,
 * or where one of the values is not above 0.
 */
export function geometricMean(values: readonly number[]): Estimate | null {
  if (values.length < 2 || values.some((value) => !(value > 0))) return null;
  const { mean, low, high } = meanInterval(values.map(Math.log));
  const [m, l, h] = [mean, low, high].map(Math.exp);
  return { mean: m!, low: l!, high: h!, rounds: values.length };
}

/** A column of one side by that of another, in the rounds in which both have it: paired. */
export function ratios(
  rows: readonly Row[],
  [a, b]: readonly [Side, Side],
  of: (row: Row) => number | null,
): number[] {
  const value = (side: Side, round: Row[string]) => {
    const row = find(rows, { pass: 'point', ...side, round: round!, overloaded: false });
    return row === undefined ? null : of(row);
  };
  return where(rows, { pass: 'point', ...a }).flatMap(({ round = null }) => {
    const [x, y] = [value(a, round), value(b, round)];
    return x !== null && y !== null && x > 0 && y > 0 ? [x / y] : [];
  });
}

/** `2.31 (1.20 … 4.45)` */
export function inWords({ mean, low, high }: Estimate): string {
  return `${short(mean)} (${short(low)} … ${short(high)})`;
}

/** Three digits, without an exponent. */
export function short(value: number): string {
  return value >= 100 ? integer(Number(value.toPrecision(3))) : value.toPrecision(3);
}
