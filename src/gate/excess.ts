import type { Shape } from '../filters/sizing.ts';

/**
 * n·δ for k = 1, 2, …: the upper end (mean and four standard errors, rounded up) of what
 * `node scripts/calibrate-gate.mjs` measures over 1000 filters a k.
 *
 * Double hashing lets more pass than fill^k, because the positions of an id form an arithmetic
 * progression: some have few different positions, and two that meet twice meet often. This excess
 * δ falls as 1/n, since the strides at fault are so many of m (at k = 13 it was 222 ± 5 for
 * n = 1423 and 208 ± 16 for n = 10,000). It depends on the divisors that m has in common with the
 * steps 1 … k-1, and is largest where m has them all; so that is the m measured, and for most
 * others the value is too large by up to a half.
 */
const excessTimesN = [2, 2, 2, 3, 5, 9, 13, 21, 34, 54, 93, 148, 244];

/**
 * Where m is a power of two, 2^64 is a multiple of m, wrapping no longer breaks up the bad
 * progressions, and the excess is larger: 718 against 235 at k = 13, 21 against 9 at k = 7. A small
 * odd factor breaks them up in part.
 */
const nearPowerOfTwoFactor = 4;
const smallOddFactor = 16;

/** δmax: no filter of `shape` with `n` random members has a mean rate above fill^k·(1 + δmax). */
export function excessMax({ bits, hashes }: Shape, n: number): number {
  const factor = oddPart(bits) < smallOddFactor ? nearPowerOfTwoFactor : 1;
  const known = excessTimesN[hashes - 1];
  if (known === undefined) throw new RangeError(`no excess is known for k = ${hashes}`);
  return (factor * known) / n;
}

function oddPart(value: number): number {
  let odd = value;
  while (odd % 2 === 0) odd /= 2;
  return odd;
}
