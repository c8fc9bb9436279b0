// A Bloom filter over u64 ids. One instance of this module is one filter: the host calls `init`
// once and sizes the memory once; nothing here allocates or checks.
//
// Probe i of an id stands at (h1 + i * h2 mod 2^64) mod m. Dividing at every probe is slow, so
// positions are stepped. With d = h2 mod m and w = 2^64 mod m, the sum before the step at position
// p, and all of p, d, w below m:
//   the sum does not wrap at 2^64: the next position is (p + d) mod m;
//   it wraps, so it loses 2^64:    the next position is (p + d - w) mod m.
// The move is kept in [-m, -1], so that p + move lies in [-m, m - 2] and one conditional + m brings
// it into [0, m - 1]. Every value fits i64 as long as m <= 2^62; the host allows less than 2^35.
// The two choices are `select`s: a branch on the wrap would be a coin toss.

import { splitmix64 } from './hash';

/** Ids of one block: what `addBlock`, `hasBlock`, `findRange` and `positions` take at most. */
export const BLOCK: u32 = 1024;
/** Where a block of ids stands, eight bytes an id. */
export const IDS: usize = memory.data(8 * 1024);
/** Where `hasBlock` writes its answers, a byte an id, 0 or 1. */
export const ANSWERS: usize = memory.data(1024);
/** Ids that are counted together. */
const BATCH: u32 = 256;
/** Where `countBatch` keeps the ids that are still in question, 32 bytes each. */
const SURVIVORS: usize = memory.data(32 * 256);
/**
 * Where the bits start: bit j is bit `j & 7` of byte `j >> 3`. They take the memory to its end,
 * since nothing here allocates; a sum of constants, because `__heap_base` would be a variable.
 */
export const BITS: usize = SURVIVORS + 32 * 256;

let bits: u64 = 1;
let hashes: u32 = 1;
/** 2^64 mod bits. */
let wrap: u64 = 0;

export function init(bitCount: u64, hashCount: u32): void {
  bits = bitCount;
  hashes = hashCount;
  wrap = (0 - bitCount) % bitCount;
}

/** The hash alone, for its known-answer tests. */
export function hash(id: u64): u64 {
  return splitmix64(id);
}

/** h2; never 0, which would put all probes on one bit. */
function strideOf(id: u64): u64 {
  const stride = splitmix64(id ^ 0x94d049bb133111eb);
  return select<u64>(1, stride, stride == 0);
}

/** The move of a position when the sum wraps at 2^64, of `rest = h2 % bits`; else `rest - bits`. */
function moveAcross(rest: u64): u64 {
  return rest - wrap - select<u64>(bits, 0, rest >= wrap);
}

function moved(position: u64, move: u64): u64 {
  const next = position + move;
  return select<u64>(next + bits, next, <i64>next < 0);
}

function setBit(position: u64): void {
  const at = BITS + <usize>(position >> 3);
  const bit = <u32>(position & 7);
  const mask = (<u32>1) << bit;
  store<u8>(at, <u8>(<u32>load<u8>(at) | mask));
}

function testBit(position: u64): bool {
  // A u32 of its own: in a wider context the shift would count mod 64 and load eight bytes.
  const byte: u32 = load<u8>(BITS + <usize>(position >> 3));
  return <bool>((byte >> <u32>(position & 7)) & 1);
}

function add(id: u64): void {
  const stride = strideOf(id);
  const within = (stride % bits) - bits;
  const across = moveAcross(stride % bits);
  let sum = splitmix64(id);
  let position = sum % bits;
  setBit(position);
  for (let i: u32 = 1; i < hashes; i++) {
    sum += stride;
    position = moved(position, select<u64>(across, within, sum < stride));
    setBit(position);
  }
}

function has(id: u64): bool {
  const stride = strideOf(id);
  const within = (stride % bits) - bits;
  const across = moveAcross(stride % bits);
  let sum = splitmix64(id);
  let position = sum % bits;
  for (let i: u32 = 1; testBit(position); i++) {
    if (i == hashes) return true;
    sum += stride;
    position = moved(position, select<u64>(across, within, sum < stride));
  }
  return false;
}

/** Writes the position of every probe of `id` to the id block. */
export function positions(id: u64): void {
  const stride = strideOf(id);
  const within = (stride % bits) - bits;
  const across = moveAcross(stride % bits);
  let sum = splitmix64(id);
  let position = sum % bits;
  for (let i: u32 = 0; i < hashes; i++) {
    store<u64>(IDS + ((<usize>i) << 3), position);
    sum += stride;
    position = moved(position, select<u64>(across, within, sum < stride));
  }
}

export function addU64(id: u64): void {
  add(id);
}

/** For safe integers, which cross from JavaScript as f64. Through i64: one instruction on x64. */
export function addF64(id: f64): void {
  add(<u64>(<i64>id));
}

export function hasU64(id: u64): bool {
  return has(id);
}

export function hasF64(id: f64): bool {
  return has(<u64>(<i64>id));
}

export function addBlock(count: u32): void {
  for (let i: u32 = 0; i < count; i++) add(load<u64>(IDS + ((<usize>i) << 3)));
}

export function hasBlock(count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    store<u8>(ANSWERS + i, <u8>has(load<u64>(IDS + ((<usize>i) << 3))));
  }
}

/** How many ids of the block are maybe present. */
export function countBlock(count: u32): u32 {
  let present: u32 = 0;
  for (let start: u32 = 0; start < count; start += BATCH) {
    present += countBatch(IDS + ((<usize>start) << 3), min(BATCH, count - start));
  }
  return present;
}

/**
 * How many of the `count` ids at `ids` are maybe present. All of them take the same probe, and
 * those whose bit is set move to the front for the next: where a loop for each id ends cannot be
 * predicted, and asking this way there is nothing to predict. A record is sum, position, stride and
 * `within` of `has`; the first round leaves the id in the place of the stride.
 */
function countBatch(ids: usize, count: u32): u32 {
  let end = SURVIVORS;
  for (let i: u32 = 0; i < count; i++) {
    const id = load<u64>(ids + ((<usize>i) << 3));
    const sum = splitmix64(id);
    const position = sum % bits;
    store<u64>(end, sum);
    store<u64>(end, position, 8);
    store<u64>(end, id, 16);
    end += (<usize>testBit(position)) << 5;
  }
  if (hashes == 1) return <u32>((end - SURVIVORS) >> 5);
  let kept = SURVIVORS;
  for (let at = SURVIVORS; at < end; at += 32) {
    const stride = strideOf(load<u64>(at, 16));
    const within = (stride % bits) - bits;
    kept = step(at, kept, stride, within);
  }
  for (let i: u32 = 2; i < hashes && kept != SURVIVORS; i++) {
    end = kept;
    kept = SURVIVORS;
    for (let at = SURVIVORS; at < end; at += 32) {
      kept = step(at, kept, load<u64>(at, 16), load<u64>(at, 24));
    }
  }
  return <u32>((kept - SURVIVORS) >> 5);
}

/** Moves the record at `at` one probe on and to `kept`; gives where the next one goes. */
function step(at: usize, kept: usize, stride: u64, within: u64): usize {
  const across = moveAcross(within + bits);
  const sum = load<u64>(at) + stride;
  const position = moved(load<u64>(at, 8), select<u64>(across, within, sum < stride));
  store<u64>(kept, sum);
  store<u64>(kept, position, 8);
  store<u64>(kept, stride, 16);
  store<u64>(kept, within, 24);
  return kept + ((<usize>testBit(position)) << 5);
}

/** How many ids of `from` … `to`, both included, are maybe present. */
export function countRange(from: u64, to: u64): u64 {
  let count: u64 = 0;
  // By what is left: `to` may be 2^64 - 1, beyond which no id compares as larger.
  for (let first = from; ; first += BLOCK) {
    const last = min<u64>(to - first, BLOCK - 1);
    for (let i: u64 = 0; i <= last; i++) store<u64>(IDS + ((<usize>i) << 3), first + i);
    count += countBlock(<u32>(last + 1));
    if (last == to - first) break;
  }
  return count;
}

/** Writes the first `limit` ids of `from` … `to` that are maybe present to the id block. */
export function findRange(from: u64, to: u64, limit: u32): u32 {
  let found: u32 = 0;
  let id = from;
  while (found < limit) {
    if (has(id)) {
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
