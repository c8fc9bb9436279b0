import { usageError } from '../errors.ts';
import type { Interval } from './clopper-pearson.ts';
import { incompleteBeta } from './incomplete-beta.ts';

/** A median between the two samples that bound it. */
export interface MedianInterval extends Interval {
  readonly median: number;
  /** Confidence of the interval: at least what was asked, or less where the samples are too few. */
  readonly confidence: number;
}

/**
 * The median of rounds (times, or ratios of times) with the exact order-statistic interval for the
 * median of what they were drawn from, whatever its distribution: P(low <= median <= high) by the
 * binomial with p = 1/2. Few samples give smallest … largest and the confidence that this really
 * has: 0.9375 for five. `null` without samples.
 */
export function medianInterval(
  samples: ArrayLike<number>,
  confidence = 0.95,
): MedianInterval | null {
  if (!(confidence > 0 && confidence < 1)) {
    throw usageError(`confidence is ${confidence}; it must be above 0 and below 1`);
  }
  const sorted = Float64Array.from(samples).sort();
  const count = sorted.length;
  if (count === 0) return null;
  let cut = 0;
  while (coverage(count, cut + 1) >= confidence) cut++;
  return {
    median: (sorted[(count - 1) >> 1]! + sorted[count >> 1]!) / 2,
    low: sorted[cut]!,
    high: sorted[count - 1 - cut]!,
    confidence: coverage(count, cut),
  };
}

/** The probability that the median lies inside when `cut` samples are left out at either end. */
function coverage(count: number, cut: number): number {
  return Math.max(0, 1 - 2 * incompleteBeta(0.5, count - cut, cut + 1));
}
