// One id a call, with lanes for the probes after the first two: the lanes hold two probes of the
// id, and each step is one of twice the stride.

import { splitmix64 } from '../hash';
import { biased, extraOf, pair, remainder, stepped } from './lanes';
import { SCRATCH } from './memory';
import { moveAcross, moved, setBit, strideOf, wordAt } from './probe';
import { bits, hashes, wrap } from './shape';

/**
 * What is compiled into each of its callers: a call within the module would take a tenth of the
 * time. It is a class because the tools for TypeScript accept `@inline` on methods, but not on
 * functions.
 */
export class Single {
  /**
   * The positions are written down before the first bit is set: a loop that does both waits for
   * the filter's memory at each step.
   */
  @inline
  static add(id: u64): void {
    const first = splitmix64(id);
    const stride = strideOf(id);
    const firsts = pair(first, first + stride);
    const strides = i64x2.splat(stride << 1);
    const rests = remainder(strides);
    const within = i64x2.sub(rests, i64x2.splat(bits));
    const extra = extraOf(rests);
    const bound = biased(strides);
    let sums = biased(firsts);
    let positions = remainder(firsts);
    v128.store(SCRATCH, positions);
    const end = SCRATCH + ((<usize>hashes) << 3);
    for (let at = SCRATCH + 16; at < end; at += 16) {
      sums = i64x2.add(sums, strides);
      positions = stepped(positions, within, extra, sums, bound);
      v128.store(at, positions);
    }
    for (let at = SCRATCH; at < end; at += 8) setBit(load<u64>(at));
  }

  /**
   * Two probes before the first branch: after one, an absent id goes on as often as the filter is
   * full, which cannot be predicted. They take a division each, which is sooner done than a step.
   */
  @inline
  static has(id: u64): bool {
    const m = bits;
    const k = hashes;
    const stride = strideOf(id);
    const first = splitmix64(id);
    const second = first + stride;
    const firstPosition = first % m;
    const secondPosition = second % m;
    if ((wordAt(firstPosition) & wordAt(secondPosition) & 1) == 0) return false;
    const rest = stride % m;
    const move = select<u64>(moveAcross(rest, m, wrap), rest - m, <i64>stride < 0);
    const rests = i64x2.splat(moved(rest, move, m));
    const strides = i64x2.splat(stride << 1);
    const within = i64x2.sub(rests, i64x2.splat(m));
    const extra = extraOf(rests);
    const bound = biased(strides);
    let sums = biased(pair(first, second));
    let positions = pair(firstPosition, secondPosition);
    for (let left = k - 2; left > 1; left -= 2) {
      sums = i64x2.add(sums, strides);
      positions = stepped(positions, within, extra, sums, bound);
      const word0 = wordAt(i64x2.extract_lane(positions, 0));
      const word1 = wordAt(i64x2.extract_lane(positions, 1));
      if ((word0 & word1 & 1) == 0) return false;
    }
    if ((k & 1) == 0) return true;
    sums = i64x2.add(sums, strides);
    positions = stepped(positions, within, extra, sums, bound);
    return <bool>(wordAt(i64x2.extract_lane(positions, 0)) & 1);
  }
}
