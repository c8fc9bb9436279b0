import { usageError } from '../errors.ts';
import type { Random } from './random.ts';

/**
 * Draws ranks 1 … `size` with probability proportional to rank^-exponent, exactly, for any
 * exponent > 0 (1 included) in O(1) time and memory: rejection-inversion, W. Hörmann and
 * G. Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions",
 * ACM TOMACS 6(3), 1996.
 */
export function zipf(size: number, exponent: number, random: Random): () => number {
  if (!Number.isSafeInteger(size) || size < 1) {
    throw usageError(`size is ${size}; it must be an integer of at least 1`);
  }
  if (!(exponent > 0 && exponent < Infinity)) {
    throw usageError(`exponent is ${exponent}; it must be above 0 and finite`);
  }
  const density = (x: number) => x ** -exponent;
  const area = (x: number) => areaUnder(x, exponent);
  const inverse = (y: number) => areaInverse(y, exponent);
  // The first bar is cut to its own width, so that rank 1 is accepted at once.
  const start = area(1.5) - 1;
  const width = area(size + 0.5) - start;
  const squeeze = 2 - inverse(area(2.5) - density(2));
  return () => {
    for (;;) {
      const y = start + random.float() * width;
      const x = inverse(y);
      const rank = Math.min(size, Math.max(1, Math.round(x)));
      if (rank - x <= squeeze || y >= area(rank + 0.5) - density(rank)) return rank;
    }
  };
}

/** Integral of t^-s from 1 to x; written with expm1 because s near 1 would cancel. */
function areaUnder(x: number, s: number): number {
  const logX = Math.log(x);
  const t = (1 - s) * logX;
  return t === 0 ? logX : (Math.expm1(t) / t) * logX;
}

/** The x at which `areaUnder(x, s)` is y. */
function areaInverse(y: number, s: number): number {
  // Rounding can push the argument of log1p below -1 for large exponents.
  const t = Math.max(-1, y * (1 - s));
  return Math.exp(t === 0 ? y : (Math.log1p(t) / t) * y);
}
