// A Bloom filter over u64 ids. One instance of this module is one filter: the host calls `init`
// once and sizes the memory once; nothing here allocates or checks. Here is decided which kernel
// does the work: those on lanes serve filters of at least 2^16 bits and two probes, and those that
// gather many loads serve filters beyond the caches.

import { answerGathered, countGathered, GATHERED } from './bloom/gather';
import { addBatch, NOTED } from './bloom/insertion';
import { ANSWERS, BATCH, BITS, BLOCK, IDS, moveScratch } from './bloom/memory';
import { addPlain, hasPlain, writePositions } from './bloom/plain';
import { answerBatch, countBatch } from './bloom/selection';
import { bits, setShape } from './bloom/shape';
import { Single } from './bloom/single';
import { splitmix64 } from './hash';

export { BITS, BLOCK };

/** Below, the quotients of `remainder` would not be exact. */
const LEAST_BITS: u64 = 65_536;
/** 4 MiB. Absent ids gain by gathering below as well, present ones and adding only above. */
const CACHED_BITS: u64 = 33_554_432;

let onLanes: bool = false;
let inBatches: bool = false;
let beyondCaches: bool = false;

/** @param scratch how far to move what is written beside the bits; only in shared memory */
export function init(bitCount: u64, hashCount: u32, scratch: usize): void {
  moveScratch(scratch);
  setShape(bitCount, hashCount);
  onLanes = bitCount >= LEAST_BITS && hashCount >= 2;
  beyondCaches = bitCount > CACHED_BITS;
  inBatches = onLanes && (<usize>hashCount) << 1 <= (beyondCaches ? GATHERED : NOTED);
}

/** Where the block of ids stands. */
export function idsAt(): usize {
  return IDS;
}

/** Where the answers of a block stand. */
export function answersAt(): usize {
  return ANSWERS;
}

/** The hash alone, for its known-answer tests. */
export function hash(id: u64): u64 {
  return splitmix64(id);
}

/** Writes the position of every probe of `id` to the id block. */
export function positions(id: u64): void {
  writePositions(id, IDS);
}

export function addU32(id: u32): void {
  if (onLanes) Single.add(id);
  else addPlain(id);
}

export function addU64(id: u64): void {
  if (onLanes) Single.add(id);
  else addPlain(id);
}

/** For safe integers, which cross from JavaScript as f64. Through i64: one instruction on x64. */
export function addF64(id: f64): void {
  if (onLanes) Single.add(<u64>(<i64>id));
  else addPlain(<u64>(<i64>id));
}

export function hasU32(id: u32): bool {
  return onLanes ? Single.has(id) : hasPlain(id);
}

export function hasU64(id: u64): bool {
  return onLanes ? Single.has(id) : hasPlain(id);
}

export function hasF64(id: f64): bool {
  return onLanes ? Single.has(<u64>(<i64>id)) : hasPlain(<u64>(<i64>id));
}

/** Makes ids of `count` u32 in the upper half of the block, never ahead of what is yet to read. */
export function widenU32(count: u32): void {
  const from = IDS + 4 * <usize>BLOCK;
  for (let i: usize = 0; i < count; i += 4) {
    const four = v128.load(from + (i << 2));
    v128.store(IDS + (i << 3), i64x2.extend_low_i32x4_u(four));
    v128.store(IDS + (i << 3), i64x2.extend_high_i32x4_u(four), 16);
  }
}

/** Makes ids of `count` safe integers that stand in the block as f64. */
export function truncateF64(count: u32): void {
  for (let i: usize = 0; i < count; i++) {
    store<u64>(IDS + (i << 3), <u64>(<i64>load<f64>(IDS + (i << 3))));
  }
}

export function addBlock(count: u32): void {
  if (!inBatches) {
    for (let i: usize = 0; i < count; i++) addU64(load<u64>(IDS + (i << 3)));
  } else {
    addBatch(IDS, count, beyondCaches);
  }
}

/** Answers for the ids of the block, which are overwritten. */
export function hasBlock(count: u32): void {
  if (beyondCaches) {
    for (let start: usize = 0; start < count; start += GATHERED) {
      answerGathered(IDS + (start << 3), min(GATHERED, <usize>count - start), ANSWERS + start);
    }
    return;
  }
  if (!onLanes) {
    for (let i: usize = 0; i < count; i++) {
      store<u8>(ANSWERS + i, <u8>hasPlain(load<u64>(IDS + (i << 3))));
    }
    return;
  }
  for (let start: usize = 0; start < count; start += BATCH) {
    answerBatch(IDS + (start << 3), min(BATCH, <usize>count - start), ANSWERS + start);
  }
}

/** How many ids of the block, which are overwritten, are maybe present. */
export function countBlock(count: u32): u32 {
  let present: usize = 0;
  if (beyondCaches) {
    for (let start: usize = 0; start < count; start += GATHERED) {
      present += countGathered(IDS + (start << 3), min(GATHERED, <usize>count - start));
    }
    return <u32>present;
  }
  if (!onLanes) {
    for (let i: usize = 0; i < count; i++) present += <usize>hasPlain(load<u64>(IDS + (i << 3)));
    return <u32>present;
  }
  for (let start: usize = 0; start < count; start += BATCH) {
    present += countBatch(IDS + (start << 3), min(BATCH, <usize>count - start));
  }
  return <u32>present;
}

/** How many ids of `from` … `to`, both included, are maybe present. */
export function countRange(from: u64, to: u64): u64 {
  let count: u64 = 0;
  // By what is left: `to` may be 2^64 - 1, beyond which no id compares as larger.
  for (let first = from; ; first += BLOCK) {
    const last = min<u64>(to - first, BLOCK - 1);
    writeIds(first);
    count += countBlock(<u32>(last + 1));
    if (last == to - first) break;
  }
  return count;
}

/** Fills the id block with the ids from `first` on. */
function writeIds(first: u64): void {
  let ids = i64x2.add(i64x2.splat(first), i64x2(0, 1));
  for (let at = IDS; at < IDS + 8 * <usize>BLOCK; at += 16) {
    v128.store(at, ids);
    ids = i64x2.add(ids, i64x2.splat(2));
  }
}

/** Writes the first `limit` ids of `from` … `to` that are maybe present to the id block. */
export function findRange(from: u64, to: u64, limit: u32): u32 {
  let found: u32 = 0;
  let id = from;
  while (found < limit) {
    if (hasU64(id)) {
      store<u64>(IDS + ((<usize>found) << 3), id);
      found++;
    }
    if (id == to) break;
    id++;
  }
  return found;
}

export function bitsSet(): u64 {
  let count: u64 = 0;
  // Whole words: the bytes between the last bit and the end of its word are 0.
  const end = BITS + <usize>((bits + 7) >> 3);
  for (let at = BITS; at < end; at += 8) count += popcnt<u64>(load<u64>(at));
  return count;
}
