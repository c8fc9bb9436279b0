/**
 * A set of ids that answers "no" or "maybe" before a request reaches Redis. The Bloom filter and
 * its rivals (range, bitmap, sorted array, Set) stand behind this one interface.
 */
export interface IdSet {
  /** Adds one id: a safe integer `number` or a `bigint`, 0 … 2^64 - 1. Idempotent. */
  add(id: number | bigint): void;
  /** `false`: surely never added. `true`: maybe added (exact sets: surely). */
  has(id: number | bigint): boolean;
  /** Bytes that the set holds for its answers; for the Bloom filter the whole WASM memory. */
  readonly byteLength: number;
}
