// Many ids at once, for a filter beyond the caches. There the time goes by how many loads are under
// way together. A processor looks a few hundred instructions ahead of the oldest load, and less far
// when many of them wait for loaded values. So one loop notes addresses, one does nothing but load,
// into lanes of vectors, where waiting is cheap, and others use what was loaded.

import { firstHashes, pairAt, remainder, stridesOf } from './lanes';
import { BITS, SCRATCH } from './memory';
import { hashes } from './shape';

/** Probes that are loaded together. Twice as many are no faster, half of them 20 % slower. */
export const GATHERED: usize = 512;
/** So few probes take little longer than one: then all that are left are loaded at once. */
const FEW: usize = 128;
/** From `SCRATCH` on stand the sums of all ids of a batch, or the positions of `touchBytes`. */
const SUMS: usize = 0;
/** Places of ids that are still in question, two bytes each. */
const PLACES: usize = 8 * GATHERED;
/** Of the probes that are loaded together: the position, of which the lowest three bits count. */
const SHIFTS: usize = PLACES + 2 * GATHERED;
/** The byte at the position; then 1 if its bit is set, else 0. */
const BYTES: usize = SHIFTS + GATHERED;
/** The address of that byte. The last of all, for eight bytes more are written than are used. */
const ADDRESSES: usize = BYTES + GATHERED;

/** How many of the `count` ids at `ids` are maybe present. The ids are overwritten. */
export function countGathered(ids: usize, count: usize): usize {
  firstProbes(ids, count);
  let left = keepFound(count, 1);
  let asked: u32 = 1;
  while (asked < hashes && left > 0) {
    const others = hashes - asked;
    const rows = left * others <= FEW ? others : 1;
    for (let row: u32 = 0; row < rows; row++) nextProbes(ids, left, row * left);
    left = keepFound(left, rows);
    asked += rows;
  }
  return left;
}

/** Writes 0 or 1 to `answers` for each of the `count` ids at `ids`, which are overwritten. */
export function answerGathered(ids: usize, count: usize, answers: usize): void {
  const present = countGathered(ids, count);
  memory.fill(answers, 0, count);
  for (let i: usize = 0; i < present; i++) store<u8>(answers + placeAt(i), 1);
}

/** Brings the bytes of `count` positions, even in number and from `SCRATCH` on, to the cache. */
export function touchBytes(count: usize): void {
  for (let i: usize = 0; i < count; i += 2) aim(i, v128.load(SCRATCH + (i << 3)));
  loadBytes(count);
}

/** Notes where the bits of two probes stand: twice, for `loadBytes` where no others follow. */
function aim(i: usize, positions: v128): void {
  const low = i8x16.shuffle(positions, positions, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8);
  v128.store16_lane(SCRATCH + i, low, 0, SHIFTS);
  const bytes = i64x2.add(i64x2.shr_u(positions, 3), i64x2.splat(BITS));
  const addresses = i32x4.shuffle(bytes, bytes, 0, 2, 0, 2);
  v128.store(SCRATCH + (i << 2), addresses, ADDRESSES);
}

function loadBytes(count: usize): void {
  for (let i: usize = 0; i < count; i += 4) {
    const at = SCRATCH + (i << 2);
    let bytes = v128.load8_lane(load<u32>(at, ADDRESSES), i64x2.splat(0), 0);
    bytes = v128.load8_lane(load<u32>(at, ADDRESSES + 4), bytes, 1);
    bytes = v128.load8_lane(load<u32>(at, ADDRESSES + 8), bytes, 2);
    bytes = v128.load8_lane(load<u32>(at, ADDRESSES + 12), bytes, 3);
    v128.store32_lane(SCRATCH + i, bytes, 0, BYTES);
  }
}

/** @returns whether all bits are set, also those up to the next multiple of 16 */
function findBits(count: usize): bool {
  let all = i8x16.splat(1);
  const powers = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  for (let i: usize = 0; i < count; i += 16) {
    const at = SCRATCH + i;
    const shifts = v128.and(v128.load(at, SHIFTS), i8x16.splat(7));
    const bits = v128.and(v128.load(at, BYTES), i8x16.swizzle(powers, shifts));
    const found = v128.and(i8x16.ne(bits, i8x16.splat(0)), i8x16.splat(1));
    v128.store(at, found, BYTES);
    all = v128.and(all, found);
  }
  return i8x16.all_true(all);
}

function placeAt(i: usize): usize {
  return <usize>load<u16>(SCRATCH + (i << 1), PLACES);
}

/**
 * Looks up `rows` probes of each of `count` ids, and moves the places of those that have all bits
 * set to the front. @returns how many they are
 */
function keepFound(count: usize, rows: usize): usize {
  loadBytes(rows * count);
  if (findBits(rows * count)) return count;
  for (let at = SCRATCH + count; at < SCRATCH + rows * count; at += count) {
    for (let i: usize = 0; i < count; i++) {
      store<u8>(SCRATCH + i, load<u8>(SCRATCH + i, BYTES) & load<u8>(at + i, BYTES), BYTES);
    }
  }
  let kept: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    store<u16>(SCRATCH + (kept << 1), <u16>placeAt(i), PLACES);
    kept += load<u8>(SCRATCH + i, BYTES);
  }
  // The last one is its own partner, where they are odd in number.
  if (kept > 0) store<u16>(SCRATCH + (kept << 1), <u16>placeAt(kept - 1), PLACES);
  return kept;
}

/** Puts h2 of each id in its place. */
function firstProbes(ids: usize, count: usize): void {
  for (let i: usize = 0; i < count; i += 2) {
    const at = ids + (i << 3);
    const id0 = load<u64>(at);
    const id1 = load<u64>(at, 8);
    const sums = firstHashes(id0, id1);
    v128.store(at, stridesOf(id0, id1));
    v128.store(SCRATCH + (i << 3), sums, SUMS);
    store<u32>(SCRATCH + (i << 1), <u32>(i | ((i + 1) << 16)), PLACES);
    aim(i, remainder(sums));
  }
}

/**
 * Positions are sums mod m here, for that takes not much longer than a step, and what a step needs
 * would not find room beside as many sums.
 */
function nextProbes(strides: usize, count: usize, to: usize): void {
  for (let i: usize = 0; i < count; i += 2) {
    const place0 = placeAt(i);
    const place1 = placeAt(i + 1);
    const sums = i64x2.add(pairAt(SCRATCH + SUMS, place0, place1), pairAt(strides, place0, place1));
    v128.store64_lane(SCRATCH + (place0 << 3), sums, 0, SUMS);
    v128.store64_lane(SCRATCH + (place1 << 3), sums, 1, SUMS);
    aim(to + i, remainder(sums));
  }
}
