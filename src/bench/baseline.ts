import type { Row } from '../lab/experiment.ts';
import { rowWork } from './timing-rows.ts';

/**
 * What the interval of a ratio may be off another run's before it is called a change: a tenth and
 * more is seen between runs of one build on a machine with neighbours.
 */
export const noiseMargin = 0.15;

/** A ratio that has left the interval of the baseline, the margin included. */
export interface Change {
  readonly contender: string;
  readonly work: string;
  readonly change: 'slower' | 'faster';
  readonly ratio: number;
  readonly before: number;
}

/**
 * Compares ratios to the reference of each run, for these travel from machine to machine better
 * than times do. Only what both runs measured against the same reference is compared.
 *
 * @param now rows of `measureVariants`
 * @param before those of the stored run
 */
export function changesSince(now: readonly Row[], before: readonly Row[]): Change[] {
  return now.flatMap((row) => {
    const then = before.find((other) => isSame(row, other));
    const change = then && changeOf(row, then);
    if (then === undefined || change === undefined) return [];
    const [ratio, was] = [Number(row.ratio), Number(then.ratio)];
    return [{ contender: `${row.contender}`, work: rowWork(row), change, ratio, before: was }];
  });
}

const named = ['contender', 'operation', 'presentShare', 'reference'];

function isSame(row: Row, other: Row): boolean {
  return typeof other.ratio === 'number' && named.every((name) => row[name] === other[name]);
}

function changeOf(now: Row, then: Row): Change['change'] | undefined {
  if (Number(now.ratioLow) > Number(then.ratioHigh) * (1 + noiseMargin)) return 'slower';
  if (Number(now.ratioHigh) < Number(then.ratioLow) * (1 - noiseMargin)) return 'faster';
  return undefined;
}
