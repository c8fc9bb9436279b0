/** The functions of `assembly/bloom.ts`. They check nothing; u64 results come signed. */
export interface Calls {
  hash(id: bigint): bigint;
  positions(id: bigint): void;
  addF64(id: number): void;
  addU64(id: bigint): void;
  hasF64(id: number): number;
  hasU64(id: bigint): number;
  addBlock(count: number): void;
  widenU32(count: number): void;
  truncateF64(count: number): void;
  hasU32(id: number): number;
  addU32(id: number): void;
  hasBlock(count: number): void;
  countBlock(count: number): number;
  countRange(from: bigint, to: bigint): bigint;
  findRange(from: bigint, to: bigint, limit: number): number;
  bitsSet(): bigint;
}

/** One instance of the WASM module, which reads and writes one filter, and views of its memory. */
export interface Kernel {
  readonly calls: Calls;
  /** The block of ids that a call takes or gives. */
  readonly ids: BigUint64Array;
  /** The answers of `hasBlock`. */
  readonly answers: Uint8Array;
  /** The filter's bits, ceil(m/8) bytes. */
  readonly bytes: Uint8Array;
  /** The whole memory. */
  readonly memoryBytes: number;
}
