/** Ids of one block: what a call takes or gives at most. */
export const BLOCK: u32 = 1024;
/** Where a block of ids stands, eight bytes an id; one more makes an odd last one a pair. */
export let IDS: usize = memory.data(8 * 1025);
/** Where the answers of a block stand, a byte an id, 0 or 1. */
export let ANSWERS: usize = memory.data(1024);
/** Ids that are asked together. Their places fit a byte. */
export const BATCH: usize = 256;
/** Of each id of a batch: the sum and the position of its last probe, h2, and h2 mod m. */
export let SUMS: usize = memory.data(8 * 256);
export let POSITIONS: usize = memory.data(8 * 256);
export let STRIDES: usize = memory.data(8 * 256);
export let RESTS: usize = memory.data(8 * 256);
/** Whether the bit at a position is set, a byte each; some more fill up a last turn. */
export let FOUND: usize = memory.data(264);
/** Places of ids that are still in question, a byte each; one more makes an odd last one a pair. */
export let AFTER_FIRST: usize = memory.data(264);
export let AFTER_SECOND: usize = memory.data(264);
/** Where adding keeps positions: the four arrays as one, which hold those of 1024 probes. */
export { SUMS as SCRATCH };
export const SCRATCH_BYTES: usize = 4 * 8 * 256;
/**
 * Where the bits start: bit j is bit `j & 7` of byte `j >> 3`. The last of all data, for they take
 * what follows; in a memory of its own that is all up to the end, since nothing here allocates.
 */
export const BITS: usize = memory.data(16);

/**
 * Moves all that an instance writes down beside the bits, for in a shared memory each needs a place
 * of its own: the first one has the place below the bits, which stand at one constant address for
 * all, and the others have places above. Elsewhere nothing is assigned, and the compiler takes the
 * places for constants, as if they were declared so. Shared memory is compiled as "zero-filled": it
 * is not when a second instance comes, which must find everything as it is and so brings no zeros.
 */
export function moveScratch(by: usize): void {
  if (!ASC_FEATURE_THREADS) return;
  IDS += by;
  ANSWERS += by;
  SUMS += by;
  POSITIONS += by;
  STRIDES += by;
  RESTS += by;
  FOUND += by;
  AFTER_FIRST += by;
  AFTER_SECOND += by;
}
