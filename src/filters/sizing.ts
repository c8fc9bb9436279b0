import { show } from './ids.ts';

/** The two numbers that fix a Bloom filter: m bits and k probes per id. */
export interface Shape {
  readonly bits: number;
  readonly hashes: number;
}

/** 2^35 - 2^21 bits: what fits the 4 GiB of a WASM memory, with room for what stands beside. */
export const maxBits = 2 ** 35 - 2 ** 21;

/** Far beyond use: k = 1024 is the best k only for rates near 1e-308. */
export const maxHashes = 1024;

/** m = -n ln p / ln²2 before it is rounded up: the fewest bits with the best, real k. */
export function optimalBits(n: number, p: number): number {
  return (-n * Math.log(p)) / Math.LN2 ** 2;
}

/** k = m/n · ln 2 before it is rounded: the best number of probes for m bits and n ids. */
export function optimalHashes(bits: number, n: number): number {
  return (bits / n) * Math.LN2;
}

/**
 * The shape for `n` ids at false-positive rate `p`: m rounded up and k rounded to the nearest, at
 * least 1, from the m that is really used. Rounding k may miss `p` by a little at full load
 * (n = 10^6, p = 0.01 gives 1.0039 %), and a filter for a few ids misses it by much: its m/n is
 * no whole number, and two hashes make few different probe sequences (n = 1, p = 0.01: about 10 %).
 * @throws RangeError for n < 1, p outside (0, 1), or a size beyond the limits; TypeError when one
 * is no number.
 */
export function sizeFor(n: number, p: number): Shape {
  checkCapacity(n);
  checkRate(p);
  const bits = Math.ceil(optimalBits(n, p));
  const hashes = Math.max(1, Math.round(optimalHashes(bits, n)));
  const what = `n = ${n} ids at p = ${p}`;
  if (bits > maxBits) {
    throw new RangeError(`${what} need ${inBits(bits)}; a filter has at most ${inBits(maxBits)}`);
  }
  if (hashes > maxHashes) {
    throw new RangeError(`${what} need ${hashes} hashes; a filter has at most ${maxHashes}`);
  }
  return { bits, hashes };
}

/** @throws RangeError unless 1 <= bits <= `maxBits` and 1 <= hashes <= `maxHashes`, integers. */
export function checkShape({ bits, hashes }: Shape): void {
  if (!Number.isSafeInteger(bits) || bits < 1 || bits > maxBits) {
    throw new RangeError(`bits must be an integer 1 … ${inBits(maxBits)}, got ${show(bits)}`);
  }
  if (!Number.isSafeInteger(hashes) || hashes < 1 || hashes > maxHashes) {
    throw new RangeError(`hashes must be an integer 1 … ${maxHashes}, got ${show(hashes)}`);
  }
}

/** @throws RangeError unless `n` is a safe integer from 1; TypeError when it is no number. */
export function checkCapacity(n: number): void {
  if (Number.isSafeInteger(n) && n >= 1) return;
  const message = `n, the ids to size a filter for, must be an integer from 1, got ${show(n)}`;
  throw typeof n === 'number' ? new RangeError(message) : new TypeError(message);
}

function checkRate(p: number): void {
  if (p > 0 && p < 1 && typeof p === 'number') return;
  const rule = 'p, the false-positive rate, must lie between 0 and 1 (0.01 = 1 %)';
  const message = `${rule}, got ${show(p)}`;
  throw typeof p === 'number' ? new RangeError(message) : new TypeError(message);
}

function inBits(bits: number): string {
  const gib = bits / 8 / 2 ** 30;
  return `${bits.toLocaleString('en-US')} bits (${gib.toFixed(1)} GiB)`;
}
