// Two ids at once, one in each lane of a v128, for filters of at least 2^16 bits.

import { splitmix64 } from '../hash';
import { strideOf } from './probe';
import { bits, inverse, wrap } from './shape';

export function pair(first: u64, second: u64): v128 {
  return i64x2.replace_lane(i64x2.splat(first), 1, second);
}

/** h1 of two ids. */
export function firstHashes(id0: u64, id1: u64): v128 {
  return pair(splitmix64(id0), splitmix64(id1));
}

/** h2 of two ids. */
export function stridesOf(id0: u64, id1: u64): v128 {
  return pair(strideOf(id0), strideOf(id1));
}

/** The values at two places of an array of u64. */
export function pairAt(array: usize, first: usize, second: usize): v128 {
  return v128.load64_lane(array + (second << 3), v128.load64_zero(array + (first << 3)), 1);
}

/**
 * The remainders of unsigned values by m, without a division. A double of 2^52 + a has the integer
 * a in its low bits. The twelve bits that do not fit are left out, which makes the quotient at most
 * 2^-4 too small where m >= 2^16; it is below 2^48, so its two roundings are off by as little. Then
 * it is rounded to the nearest integer, and what is left lies between -0.6 m and 0.7 m.
 */
export function remainder(values: v128): v128 {
  const m = i64x2.splat(bits);
  const high = f64x2.sub(
    v128.or(i64x2.shr_u(values, 12), i64x2.splat(0x4330000000000000)),
    f64x2.splat(<f64>((<u64>1) << 52)),
  );
  const nearest = f64x2.add(
    f64x2.mul(high, f64x2.splat(inverse * 4096)),
    f64x2.splat(<f64>((<u64>1) << 52)),
  );
  const quotient = v128.and(nearest, i64x2.splat(0x000fffffffffffff));
  return nonNegative(i64x2.sub(values, i64x2.mul(quotient, m)));
}

/** Adds m where a value is negative. */
function nonNegative(values: v128): v128 {
  const m = i64x2.splat(bits);
  return i64x2.add(values, v128.and(m, i64x2.lt_s(values, i64x2.splat(0))));
}

/** Lanes compare as signed; with the sign flipped that is the order of unsigned values. */
export function biased(values: v128): v128 {
  return v128.xor(values, i64x2.splat(i64.MIN_VALUE));
}

/** What `within` lacks of the move across 2^64, of `rests = h2 mod m`. */
export function extraOf(rests: v128): v128 {
  const m = i64x2.splat(bits);
  const w = i64x2.splat(wrap);
  return i64x2.sub(i64x2.sub(m, w), v128.andnot(m, i64x2.lt_s(rests, w)));
}

/** The next positions, of biased sums after the step and of biased strides. */
export function stepped(positions: v128, within: v128, extra: v128, sums: v128, bound: v128): v128 {
  const move = i64x2.add(within, v128.and(extra, i64x2.lt_s(sums, bound)));
  return nonNegative(i64x2.add(positions, move));
}
