import { usageError } from '../errors.ts';
import type { Random } from './random.ts';

/** How requests are spread over time at one mean rate: evenly, or independent of each other. */
export type Arrivals =
  | { readonly arrivals: 'fixed' }
  | { readonly arrivals: 'poisson'; readonly random: Random };

/**
 * When each of `count` requests is due, in nanoseconds from the start, ascending. `fixed`: one every
 * 1/rate, the first at once. `poisson`: gaps that are exponential with mean 1/rate, -ln(1 - U)/rate,
 * the first gap before the first request, so that any stretch of time W meets rate·W on average.
 * @throws LabError (exit 2) for a rate that is not above 0 and finite
 */
export function schedule(count: number, ratePerSecond: number, how: Arrivals): Float64Array {
  if (!(ratePerSecond > 0 && Number.isFinite(ratePerSecond))) {
    throw usageError(`ratePerSecond is ${ratePerSecond}; it must be above 0 and finite`);
  }
  const meanGapNs = 1e9 / ratePerSecond;
  if (how.arrivals === 'fixed') return new Float64Array(count).map((_, index) => index * meanGapNs);
  let dueNs = 0;
  return new Float64Array(count).map(() => {
    dueNs -= Math.log1p(-how.random.float()) * meanGapNs;
    return dueNs;
  });
}
