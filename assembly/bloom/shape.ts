/** m, the bits of the filter. */
export let bits: u64 = 1;
/** k, the probes of an id. */
export let hashes: u32 = 1;
/** 2^64 mod m. */
export let wrap: u64 = 0;
/** 1 / m. */
export let inverse: f64 = 1;

export function setShape(bitCount: u64, hashCount: u32): void {
  bits = bitCount;
  hashes = hashCount;
  wrap = (0 - bitCount) % bitCount;
  inverse = 1 / <f64>bitCount;
}
