import type { Interval } from './clopper-pearson.ts';
import { inverseIncompleteBeta } from './incomplete-beta.ts';

export interface MeanInterval extends Interval {
  readonly mean: number;
}

/**
 * The mean of what independent units gave, and Student's interval for the mean of all such units:
 * mean ± t·s/√n. It leans on the mean being nearly normal, so it wants many units, and says nothing
 * (low = high) when all units are alike.
 * @throws RangeError for fewer than two units or a confidence outside (0, 1).
 */
export function meanInterval(units: readonly number[], confidence = 0.95): MeanInterval {
  const { length } = units;
  if (length < 2) throw new RangeError(`a spread needs two units or more, got ${length}`);
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence must be above 0 and below 1, got ${confidence}`);
  }
  const mean = units.reduce((sum, unit) => sum + unit, 0) / length;
  const squares = units.reduce((sum, unit) => sum + (unit - mean) ** 2, 0);
  const reach =
    studentQuantile(confidence, length - 1) * Math.sqrt(squares / (length - 1) / length);
  return { mean, low: mean - reach, high: mean + reach };
}

/** The t that Student's t with `freedom` degrees stays within, both ways; DLMF 8.17.23. */
function studentQuantile(confidence: number, freedom: number): number {
  const x = inverseIncompleteBeta(1 - confidence, freedom / 2, 0.5);
  return Math.sqrt((freedom * (1 - x)) / x);
}
