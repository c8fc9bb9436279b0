import type { Shape } from '../filters/sizing.ts';
import { rateFromFill } from '../filters/theory.ts';
import { atLeast, atMost } from '../stats/binomial.ts';
import type { Interval } from '../stats/clopper-pearson.ts';

/**
 * The bounds of the statistical cells, and why the whole gate errs at most once in a million runs.
 *
 * Members and probes are independent, uniform u64 ids of a generator that is not splitmix64. How
 * many there are is fixed beforehand, and a red cell is not tried again. A filter of m bits and k
 * probes, n members, X bits set, then gives FP false positives of N absent probes.
 *
 * Why not simply hold FP against p? The rate of one filter is not p: its fill varies, and with it
 * the rate, by 3.9 %/√(n/1000) at p = 0.01. A binomial bound at 10^-6 around p rejects 23 % of all
 * sound filters of n = 1000 and 0.2 % of those of n = 10^4. Why not hold it against fill^k alone?
 * That is blind to a fill that is itself wrong: half the bits, one probe too few. Hence two tests:
 *
 * A, the fill. An id covers at most k bits, and each bit with the same chance, at most k/m. So E[X]
 * lies between m(1 - (1 - 1/m)^(kn)), all probes apart, and m(1 - (1 - k/m)^n), no id hitting one
 * bit twice. (Double hashing may lie below the first by some bits, as up to k²/3 of m strides come
 * back to a bit; t below is some hundred at least.) One id changes X by at most k, however its probes
 * hang together, so by bounded differences (McDiarmid 1989) P[|X - E X| >= t] <=
 * 2·exp(-2t²/(n·k²)): X is red outside these ends by t = k·√(n·ln(2/α)/2).
 *
 * B, the rate given X. For a filter once built the probes are independent and pass with the same
 * chance r, its rate, so FP is binomial. r is fill^k times 1 + δ, 0 <= δ <= δmax (see excess.ts):
 * FP is red when P[Bin(N, fill^k·(1 + δmax)) >= FP] <= α/2 or P[Bin(N, fill^k) <= FP] <= α/2. Two
 * sides: too few false positives are as much a change as too many. δ of one filter strays from its
 * mean by a standard deviation s, 3/n at k = 7 and 37/n at k = 13; in those of FP that is √(Np)·s,
 * at most 0.03, which at five deviations moves α by about one part in a hundred. The mean, above 0
 * and below δmax, makes up for it.
 *
 * Equality of m and k with the article's formula has no chance in it. By the union bound the α of
 * all tests add up, whatever depends on what, so each test of C cells takes 10^-6 / (2C).
 *
 * Disjoint: what B needs is that the counted probes are independent and uniform over the absent
 * ids. A probe that is a member by chance (5·10^-6 a run) is therefore taken out of N and FP. As
 * there is no false negative it must be among the passing ones, so only these are looked up.
 */
export const gateAlpha = 1e-6;

/** How sure "this change is seen" is. */
const seenChance = 0.999;

/** What test B knows before it counts. */
export interface RateTest {
  readonly shape: Shape;
  readonly bitsSet: number;
  readonly probes: number;
  /** δmax. */
  readonly excessMax: number;
  readonly alpha: number;
}

/** Test B: the counts of false positives, from `low` to `high`, that are not red. */
export function rateBounds({ shape, bitsSet, probes, excessMax, alpha }: RateTest): Interval {
  const rate = rateFromFill(shape, bitsSet);
  const rateMax = Math.min(1, rate * (1 + excessMax));
  const isFew = (hits: number) => atMost({ hits, trials: probes, p: rate }) <= alpha / 2;
  const isMany = (hits: number) => atLeast({ hits, trials: probes, p: rateMax }) <= alpha / 2;
  return { low: firstNot(isFew, probes), high: firstNot((hits) => !isMany(hits), probes + 1) - 1 };
}

/** The least of 0 … `end` for which `holds` is false; it holds from 0 on up to somewhere. */
function firstNot(holds: (count: number) => boolean, end: number): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The smallest change of the rate, as a share of it, that test B sees with a chance of
 * `seenChance`; upwards, which is the harder way. Infinity where it sees none, at rate 0.
 */
export function changeSeen(test: RateTest): number {
  const { high } = rateBounds(test);
  const rate = rateFromFill(test.shape, test.bitsSet);
  const isSeen = (p: number) => atLeast({ hits: high + 1, trials: test.probes, p }) >= seenChance;
  if (rate === 0 || !isSeen(1)) return Number.POSITIVE_INFINITY;
  let unseen = rate;
  let seen = 1;
  while (seen - unseen > rate / 1e5) {
    const middle = (seen + unseen) / 2;
    if (isSeen(middle)) seen = middle;
    else unseen = middle;
  }
  return seen / rate - 1;
}
