/** Ids of one block, eight bytes an id. */
export const BLOCK: u32 = 1024;
/** Where the block stands that a call fills or reads. */
export const IDS: usize = memory.data(8 * 1024);
