import type { Interval } from './clopper-pearson.ts';
import { inverseIncompleteBeta } from './incomplete-beta.ts';

/** The mean of independent values, and the interval that their spread gives it. */
export interface MeanInterval extends Interval {
  readonly mean: number;
}

/**
 * Mean and Student's t interval of at least two values: mean ± t·s/√n, n - 1 degrees of freedom.
 * Exact for normal values, near it for many others; the values are the unit, so a filter with
 * millions of probes counts once.
 */
export function meanInterval(values: readonly number[], confidence = 0.95): MeanInterval {
  const n = values.length;
  if (n < 2) throw new RangeError(`an interval takes at least two values, got ${n}`);
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = studentT(confidence, n - 1) * Math.sqrt(squares / (n - 1) / n);
  return { mean, low: mean - half, high: mean + half };
}

/** The t that is exceeded in absolute value with probability 1 - confidence. */
function studentT(confidence: number, degrees: number): number {
  const x = inverseIncompleteBeta(1 - confidence, degrees / 2, 1 / 2);
  return Math.sqrt(degrees * (1 / x - 1));
}
