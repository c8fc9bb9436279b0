import { checkId, type Id } from './ids.ts';

/**
 * MurmurHash3 (x86, 32 bits; Appleby 2011) of an id's eight bytes, the lowest first: what the
 * rivals of the Bloom filter hash with, each use with a seed of its own.
 * @throws TypeError or RangeError for what is no id.
 */
export function murmur32(id: Id, seed: number): number {
  checkId(id);
  const low = typeof id === 'number' ? id >>> 0 : Number(id & 0xffff_ffffn);
  const high = typeof id === 'number' ? Math.floor(id / 2 ** 32) : Number(id >> 32n);
  let hash = withBlock(withBlock(seed, low), high) ^ 8;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function withBlock(hash: number, block: number): number {
  const mixed = Math.imul(rotated(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);
  return Math.imul(rotated(hash ^ mixed, 13), 5) + 0xe6546b64;
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
