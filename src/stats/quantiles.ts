import { usageError } from '../errors.ts';

/**
 * The `percent`-th percentile by nearest rank, never interpolated: the smallest sample that at
 * least `percent` % of the samples do not exceed, 0 < percent <= 100. `null` without samples.
 * `sorted` must ascend.
 */
export function quantile(sorted: ArrayLike<number>, percent: number): number | null {
  if (!(percent > 0 && percent <= 100)) {
    throw usageError(`percent is ${percent}; it must be above 0 and at most 100`);
  }
  if (sorted.length === 0) return null;
  // 99.9 % of 3,000 is 2,997.0000000000005 in floating point and must not become rank 2,998.
  const rank = Math.ceil(Number(((percent * sorted.length) / 100).toPrecision(14)));
  return sorted[Math.max(rank, 1) - 1]!;
}
