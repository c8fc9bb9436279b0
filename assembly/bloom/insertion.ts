// Many ids at once: the positions of some are written down before their bits are set, since a loop
// that does both waits for the filter's memory at each step.

import { GATHERED, touchBytes } from './gather';
import { biased, extraOf, firstHashes, remainder, stepped, stridesOf } from './lanes';
import { SCRATCH, SCRATCH_BYTES } from './memory';
import { setBit } from './probe';
import { bits, hashes } from './shape';

/** How many positions are written down at most. */
export const NOTED: usize = SCRATCH_BYTES / 8;

/**
 * Adds the `count` ids at `ids`, and overwrites the place after the last one. Beyond the caches,
 * the bytes of the positions are brought there first: a loop that sets bits does so much for each
 * that few of its loads are under way together. Positions of two ids must find room.
 */
export function addBatch(ids: usize, count: usize, beyondCaches: bool): void {
  const last = ids + (count << 3);
  // Where they are odd in number the last one is added twice.
  store<u64>(last, load<u64>(last - 8));
  const pairs = (beyondCaches ? GATHERED : NOTED) / ((<usize>hashes) << 1);
  for (let from = ids; from < last; from += pairs << 4) {
    const end = writePairs(from, min(from + (pairs << 4), last));
    if (beyondCaches) touchBytes((end - SCRATCH) >> 3);
    setBits(end);
  }
}

/** Writes the positions of the ids from `from` to `to`. @returns where they end */
function writePairs(from: usize, to: usize): usize {
  const k = hashes;
  const m = i64x2.splat(bits);
  let end = SCRATCH;
  for (let at = from; at < to; at += 16) {
    const id0 = load<u64>(at);
    const id1 = load<u64>(at, 8);
    const strides = stridesOf(id0, id1);
    const rests = remainder(strides);
    const within = i64x2.sub(rests, m);
    const extra = extraOf(rests);
    const bound = biased(strides);
    const firsts = firstHashes(id0, id1);
    let sums = biased(firsts);
    let positions = remainder(firsts);
    v128.store(end, positions);
    end += 16;
    for (let probe: u32 = 1; probe < k; probe++) {
      sums = i64x2.add(sums, strides);
      positions = stepped(positions, within, extra, sums, bound);
      v128.store(end, positions);
      end += 16;
    }
  }
  return end;
}

/** Sets the bits at the positions up to `end`, four a turn; they are even in number. */
function setBits(end: usize): void {
  let at = SCRATCH;
  for (; at + 32 <= end; at += 32) {
    setPair(at);
    setPair(at + 16);
  }
  if (at < end) setPair(at);
}

function setPair(at: usize): void {
  setBit(load<u64>(at));
  setBit(load<u64>(at, 8));
}
