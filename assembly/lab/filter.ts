// A Bloom filter of any scheme. Slower than the product's and simpler: one division a probe.

import { BLOCK, entry, IDS } from './block';
import { positionOf, takeKey } from './schemes';

/** Probes of a key; the host allows as many as a block has entries. */
let hashes: u32 = 1;

/** How many keys had the bit of probe i set: entry i, counted by `countEach`. */
export const EACH: usize = memory.data(8 * 1024);

/** Where the bits start; they take the memory to its end. Bit j is bit `j & 7` of byte `j >> 3`. */
export function bitsAt(): usize {
  return (__heap_base + 7) & ~7;
}

export function setHashes(count: u32): void {
  hashes = count;
}

function setBit(position: u64): void {
  const at = bitsAt() + <usize>(position >> 3);
  const bit = <u32>(position & 7);
  const mask = (<u32>1) << bit;
  store<u8>(at, <u8>(<u32>load<u8>(at) | mask));
}

function testBit(position: u64): u32 {
  // A u32 of its own: in a wider context the shift would count mod 64 and load eight bytes.
  const byte: u32 = load<u8>(bitsAt() + <usize>(position >> 3));
  return (byte >> <u32>(position & 7)) & 1;
}

export function addBlock(count: u32): void {
  for (let key: u32 = 0; key < count; key++) {
    takeKey(key);
    for (let i: u32 = 0; i < hashes; i++) setBit(positionOf(i));
  }
}

/** How many keys of the block are maybe present. */
export function countBlock(count: u32): u32 {
  let found: u32 = 0;
  for (let key: u32 = 0; key < count; key++) {
    takeKey(key);
    let i: u32 = 0;
    while (i < hashes && testBit(positionOf(i)) != 0) i++;
    if (i == hashes) found++;
  }
  return found;
}

/** Adds to entry i of EACH the keys of the block whose probe i met a set bit. */
export function countEach(count: u32): void {
  for (let key: u32 = 0; key < count; key++) {
    takeKey(key);
    for (let i: u32 = 0; i < hashes; i++) {
      const at = entry(EACH, i);
      store<u64>(at, load<u64>(at) + <u64>testBit(positionOf(i)));
    }
  }
}

/** Writes the positions of the block's first key over the block. */
export function positions(): void {
  takeKey(0);
  for (let i: u32 = 0; i < min<u32>(hashes, BLOCK); i++) store<u64>(entry(IDS, i), positionOf(i));
}

export function bitsSet(bits: u64): u64 {
  let count: u64 = 0;
  // Whole words: the bytes between the last bit and the end of its word are 0.
  const end = bitsAt() + <usize>((bits + 7) >> 3);
  for (let at = bitsAt(); at < end; at += 8) count += popcnt<u64>(load<u64>(at));
  return count;
}
