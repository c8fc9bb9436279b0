// Probe i of an id stands at (h1 + i * h2 mod 2^64) mod m. Dividing at every probe is slow, so
// positions are stepped. With d = h2 mod m and w = 2^64 mod m, the sum before the step at position
// p, and all of p, d, w below m:
//   the sum does not wrap at 2^64: the next position is (p + d) mod m;
//   it wraps, so it loses 2^64:    the next position is (p + d - w) mod m.
// The move is kept in [-m, -1], so that p + move lies in [-m, m - 2] and one conditional + m brings
// it into [0, m - 1]. Every value fits i64 as long as m <= 2^62; the host allows less than 2^35.
// The two choices are `select`s: a branch on the wrap would be a coin toss.

import { splitmix64 } from '../hash';
import { BITS } from './memory';

/** h2; never 0, which would put all probes on one bit. */
export function strideOf(id: u64): u64 {
  const stride = splitmix64(id ^ 0x94d049bb133111eb);
  return select<u64>(1, stride, stride == 0);
}

/** The move of a position when the sum wraps at 2^64, of `rest = h2 mod m`; else `rest - m`. */
export function moveAcross(rest: u64, m: u64, w: u64): u64 {
  return rest - w - select<u64>(m, 0, rest >= w);
}

export function moved(position: u64, move: u64, m: u64): u64 {
  const next = position + move;
  return select<u64>(next + m, next, <i64>next < 0);
}

/** The word of a position, shifted so that its lowest bit is the one at the position. */
export function wordAt(position: u64): u64 {
  return load<u64>(wordOf(position)) >> position;
}

export function setBit(position: u64): void {
  const at = wordOf(position);
  store<u64>(at, load<u64>(at) | ((<u64>1) << position));
}

/** Words are little-endian: bit j of them is bit `j & 7` of byte `j >> 3`. */
function wordOf(position: u64): usize {
  return BITS + <usize>((position >> 6) << 3);
}
