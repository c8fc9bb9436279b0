/**
 * Bytes of `used_memory` for N sentinels on Redis 7.0 with Debian's jemalloc, whose classes step
 * by 16: key, value, entry and expires entry take 32 each, and a place in either of the two hash
 * tables takes 8; the tables have the next power of two of places. While a table
 * is being doubled the old one stands beside the new one.
 */
export function modelBytes(sentinels: number): number {
  return 128 * sentinels + 16 * tablePlaces(sentinels);
}

/** Places of a hash table for so many keys: a power of two, at least 4. */
export function tablePlaces(keys: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(keys, 4)));
}

/** The fewest sentinels that take at least `bytes` by the model. */
export function breakEven(bytes: number): number {
  let [below, enough] = [0, Math.ceil(bytes / 128)];
  while (enough - below > 1) {
    const middle = Math.floor((below + enough) / 2);
    if (modelBytes(middle) >= bytes) enough = middle;
    else below = middle;
  }
  return enough;
}

/** Mean life of a sentinel with base 60 s: uniform over 60 … 90. */
export const meanTtlSeconds = 75;
