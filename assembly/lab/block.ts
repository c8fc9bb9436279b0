/** Ids of one block, eight bytes an id. */
export const BLOCK: u32 = 1024;
/** Where the block of ids stands that a call fills or reads. */
export const IDS: usize = memory.data(8 * 1024);
/** Where the host puts the first and the second hash of a block, for hashes that it makes itself. */
export const FIRSTS: usize = memory.data(8 * 1024);
export const SECONDS: usize = memory.data(8 * 1024);

/** Entry `i` of the block that stands at `base`. */
export function entry(base: usize, i: u32): usize {
  return base + ((<usize>i) << 3);
}
