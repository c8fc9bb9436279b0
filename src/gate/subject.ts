import { BloomFilter } from '../filters/bloom.ts';
import type { Ids } from '../filters/ids.ts';
import type { Kernel } from '../filters/kernel.ts';
import { createKernel } from '../filters/module.ts';
import type { Shape } from '../filters/sizing.ts';

/** A filter as the gate uses it; `BloomFilter` is one. */
export interface GateFilter extends Shape {
  readonly bitsSet: number;
  addMany(ids: Ids): void;
  hasMany(ids: Ids, out: Uint8Array): Uint8Array;
  countRange(from: number, to: number): number;
  findRange(from: number, to: number, limit: number): readonly bigint[];
  /** Ends with the ceil(m/8) bytes of the bits. */
  toBytes(): Uint8Array;
}

/** What the gate checks: handed in, so that the gate can be tried on filters that are broken. */
export interface Subject {
  /** An empty filter for `n` ids at rate `p`. */
  forCapacity(n: number, p: number): GateFilter;
  /** The 64-bit hash of an id. */
  hash(id: bigint): bigint;
  /** Where the probes of each id stand in a filter of this shape. */
  positions(shape: Shape, ids: readonly bigint[]): readonly (readonly bigint[])[];
}

/** The filter of this package. */
export const bloomSubject: Subject = {
  forCapacity: (n, p) => BloomFilter.forCapacity(n, p),
  hash: (id) => BigInt.asUintN(64, createKernel({ bits: 1, hashes: 1 }).calls.hash(id)),
  positions: (shape, ids) => kernelPositions(createKernel(shape), shape, ids),
};

/** Where a module puts the probes of each id. */
export function kernelPositions(
  { calls, ids: block }: Kernel,
  { hashes }: Shape,
  ids: readonly bigint[],
): bigint[][] {
  return ids.map((id) => {
    calls.positions(id);
    return [...block.subarray(0, hashes)];
  });
}
