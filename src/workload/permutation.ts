import { usageError } from '../errors.ts';
import type { Random } from './random.ts';

const rounds = 6;

/**
 * A random bijection of 0 … size - 1 onto itself in O(1) memory, 1 <= size <= 2^52: a balanced
 * Feistel network over the next power of four, walked again while it lands outside the range
 * (Black & Rogaway 2002, "Ciphers with arbitrary finite domains"). Less than four walks on average.
 */
export function permutation(size: number, random: Random): (index: number) => number {
  if (!Number.isSafeInteger(size) || size < 1 || size > 2 ** 52) {
    throw usageError(`size is ${size}; it must be an integer from 1 to 2^52`);
  }
  const halfBits = Math.max(1, Math.ceil(Math.log2(size) / 2));
  const half = 2 ** halfBits;
  const keys = Array.from({ length: rounds }, () => random.below(2 ** 32));
  return (index) => {
    let place = index;
    do {
      let left = Math.floor(place / half);
      let right = place % half;
      for (const key of keys) {
        const mixed = (left ^ mix(right ^ key)) & (half - 1);
        left = right;
        right = mixed;
      }
      place = left * half + right;
    } while (place >= size);
    return place;
  };
}

/** 32-bit mixer: the finalizer of MurmurHash3. */
function mix(word: number): number {
  let z = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return z ^ (z >>> 16);
}
