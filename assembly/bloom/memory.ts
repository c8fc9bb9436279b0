/** Ids of one block: what a call takes or gives at most. */
export const BLOCK: u32 = 1024;
/** Where a block of ids stands, eight bytes an id; one more makes an odd last one a pair. */
export const IDS: usize = memory.data(8 * 1025);
/** Where the answers of a block stand, a byte an id, 0 or 1. */
export const ANSWERS: usize = memory.data(1024);
/** Ids that are asked together. Their places fit a byte. */
export const BATCH: usize = 256;
/** Of each id of a batch: the sum and the position of its last probe, h2, and h2 mod m. */
export const SUMS: usize = memory.data(8 * 256);
export const POSITIONS: usize = memory.data(8 * 256);
export const STRIDES: usize = memory.data(8 * 256);
export const RESTS: usize = memory.data(8 * 256);
/** Whether the bit at a position is set, a byte each; some more fill up a last turn. */
export const FOUND: usize = memory.data(264);
/** Places of ids that are still in question, a byte each; one more makes an odd last one a pair. */
export const AFTER_FIRST: usize = memory.data(264);
export const AFTER_SECOND: usize = memory.data(264);
/** Where adding keeps positions: the four arrays as one, which hold those of 1024 probes. */
export const SCRATCH: usize = SUMS;
export const SCRATCH_BYTES: usize = 4 * 8 * 256;
/**
 * Where the bits start: bit j is bit `j & 7` of byte `j >> 3`. They take the memory to its end,
 * since nothing here allocates; a sum of constants, because `__heap_base` would be a variable.
 */
export const BITS: usize = AFTER_SECOND + 264;
