// How well the first hash of a scheme mixes.

import { entry, IDS } from './block';
import { firstHash, takeKey } from './schemes';

/** Entry 64·i + o: how often flipping bit i of the id flipped bit o of its hash, u32. */
export const FLIPS: usize = memory.data(4 * 64 * 64);
/** How many hashes fell into each of 1024 buckets, u32. */
export const BUCKETS: usize = memory.data(4 * 1024);

function raise(at: usize, by: u32): void {
  store<u32>(at, load<u32>(at) + by);
}

/** Flips each bit of each id of the block. */
export function countFlips(count: u32): void {
  for (let key: u32 = 0; key < count; key++) {
    takeKey(key);
    const id = load<u64>(entry(IDS, key));
    const whole = firstHash();
    for (let input: u32 = 0; input < 64; input++) {
      store<u64>(entry(IDS, key), id ^ ((<u64>1) << input));
      takeKey(key);
      const flipped = whole ^ firstHash();
      for (let output: u32 = 0; output < 64; output++) {
        raise(FLIPS + (((input << 6) + output) << 2), <u32>((flipped >> output) & 1));
      }
    }
    store<u64>(entry(IDS, key), id);
  }
}

/** Counts the hashes of the block by ten of their bits, from bit `shift` on. */
export function countBuckets(count: u32, shift: u32): void {
  for (let key: u32 = 0; key < count; key++) {
    takeKey(key);
    raise(BUCKETS + ((<usize>((firstHash() >> shift) & 1023)) << 2), 1);
  }
}
