import type { Shape } from './sizing.ts';

// All of this is about probes that are independent and uniform. Double hashing comes close for
// large filters and stays above for small ones: at p = 1 % by 0.7 % at n = 1000, fivefold at n = 1.
// `log1p` and `expm1` keep the digits that 1 - 1/m and 1 - e^-x would lose at large m.

/** The share of bits that are set after `ids` different ids, over many filters. */
export interface Fill {
  readonly mean: number;
  readonly variance: number;
}

/** (1 - e^(-kn/m))^k, the formula of the textbooks (Bloom 1970); too low, at small m by much. */
export function approximateRate({ bits, hashes }: Shape, ids: number): number {
  return (-Math.expm1((-hashes * ids) / bits)) ** hashes;
}

/** (1 - (1 - 1/m)^(kn))^k: the mean fill exactly, but the spread of fills left out; too low. */
export function classicRate(shape: Shape, ids: number): number {
  return expectedFill(shape, ids).mean ** shape.hashes;
}

/** (X/m)^k: the rate of one filter with X bits set, whatever was added to it. */
export function rateFromFill({ bits, hashes }: Shape, bitsSet: number): number {
  return (bitsSet / bits) ** hashes;
}

/**
 * The ids that set X of m bits, about: -m/k · ln(1 - X/m) (Swamidass and Baldi 2007). Infinity where
 * every bit is set.
 */
export function estimatedIds({ bits, hashes }: Shape, bitsSet: number): number {
  return (-bits / hashes) * Math.log1p(-bitsSet / bits);
}

/** Mean and variance of the fill (occupancy of m bins by kn balls). */
export function expectedFill({ bits, hashes }: Shape, ids: number): Fill {
  const balls = hashes * ids;
  if (balls === 0) return { mean: 0, variance: 0 };
  if (bits === 1) return { mean: 1, variance: 0 };
  const clear = Math.exp(balls * Math.log1p(-1 / bits));
  const bothClear = Math.exp(balls * Math.log1p(-2 / bits));
  // E[Y²] - E[Y]² of the clear share Y, with (1 - 2/m) / (1 - 1/m)² = 1 - 1/(m - 1)².
  const correlation = clear ** 2 * Math.expm1(balls * Math.log1p(-1 / (bits - 1) ** 2));
  const variance = Math.max(0, (clear - bothClear) / bits + correlation);
  return { mean: -Math.expm1(balls * Math.log1p(-1 / bits)), variance };
}

/** Steps of the exact computation: well below a second. */
const maxExactSteps = 1e8;

/**
 * The mean rate over many filters, E[(X/m)^k] (Bose et al. 2008; Christensen, Roginsky and Jimeno
 * 2010), which is above both formulas, as few ids fill unevenly. Exact up to n = 1000 at 1 %;
 * beyond, the Taylor expansion to second order, f^k + k(k-1)/2 · f^(k-2) · Var(f).
 */
export function exactRate(shape: Shape, ids: number): number {
  const { bits, hashes } = shape;
  const balls = hashes * ids;
  if (balls * Math.min(balls, bits) <= maxExactSteps) return rateByOccupancy(shape, ids);
  const { mean, variance } = expectedFill(shape, ids);
  const pairs = (hashes * (hashes - 1)) / 2;
  return mean ** hashes + pairs * mean ** (hashes - 2) * variance;
}

/** Throws kn balls into m bins, one after the other, and keeps P[x bins occupied] for all x. */
function rateByOccupancy({ bits, hashes }: Shape, ids: number): number {
  const balls = hashes * ids;
  const occupied = new Float64Array(Math.min(balls, bits) + 1);
  occupied[0] = 1;
  for (let ball = 1; ball <= balls; ball++) {
    // Downwards, so that each count still finds the one below it as it was.
    for (let x = Math.min(ball, bits); x >= 1; x--) {
      const stays = (occupied[x]! * x) / bits;
      occupied[x] = stays + (occupied[x - 1]! * (bits - x + 1)) / bits;
    }
    occupied[0] = 0;
  }
  return occupied.reduce((rate, chance, x) => rate + chance * (x / bits) ** hashes, 0);
}

/** Bits that hold `ids` at rate `p` with exactly `hashes` probes: -kn / ln(1 - p^(1/k)), real. */
export function bitsForHashes(hashes: number, ids: number, p: number): number {
  return (-hashes * ids) / Math.log1p(-(p ** (1 / hashes)));
}
