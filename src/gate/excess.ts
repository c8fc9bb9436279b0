import type { Shape } from '../filters/sizing.ts';

/**
 * n·δ for k = 1, 2, …: the upper end (mean and four standard errors, rounded up) of what
 * `node scripts/calibrate-gate.mjs` measures over 1000 filters a k.
 *
 * Double hashing lets more pass than fill^k, because the positions of an id form an arithmetic
 * progression: some have few different positions, and two that meet twice meet often. This excess
 * δ falls as 1/n, since the strides at fault are so many of m: n·δ was 11.3 ± 0.4 for n = 932 and
 * 8.7 ± 1.6 for n = 3726 at k = 7, 222 ± 5 for n = 1423 and 247 ± 14 for n = 5693 at k = 13. It
 * depends on the divisors that m has in common with the steps 1 … k-1, and is largest where m has
 * them all. Such an m is what was measured; for most others the value is too large, at k = 13 by
 * up to one half.
 */
const excessTimesN = [2, 2, 2, 3, 5, 9, 13, 21, 34, 54, 93, 148, 244];

/**
 * Where m is a power of two, 2^64 is a multiple of m, wrapping no longer breaks up the bad
 * progressions, and the excess is larger: 718 ± 10 at k = 13 and 21 ± 1 at k = 7. A small odd
 * factor of m breaks them up in part.
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
