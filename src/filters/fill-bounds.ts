import type { Interval } from '../stats/clopper-pearson.ts';
import type { Shape } from './sizing.ts';
import { expectedFill } from './theory.ts';

/**
 * The numbers of bits that `filters` filters of `n` random ids each may have set in all: outside
 * with a chance of at most `alpha`, whatever the hash scheme. The mean is at least that of k·n
 * independent probes and at most that of k different bits an id; one id moves the number by at most
 * k, so it strays by more than t = k·sqrt(F·n·ln(2/α)/2) with chance α (bounded differences:
 * P[|X - EX| > t] <= 2·exp(-2t²/(F·n·k²)), McDiarmid 1989).
 */
export function fillBounds(
  { bits, hashes }: Shape,
  n: number,
  { alpha, filters = 1 }: { readonly alpha: number; readonly filters?: number },
): Interval {
  const distance = hashes * Math.sqrt((filters * n * Math.log(2 / alpha)) / 2);
  const least = filters * bits * expectedFill({ bits, hashes }, n).mean;
  const most = -filters * bits * Math.expm1(n * Math.log1p(-Math.min(1, hashes / bits)));
  return {
    low: Math.max(0, Math.ceil(least - distance)),
    high: Math.min(filters * bits, Math.floor(most + distance)),
  };
}
