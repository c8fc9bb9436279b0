import { BloomFilter } from './bloom.ts';
import { createSharedKernel, createSharedMemory } from './module.ts';
import { type Shape, sizeFor } from './sizing.ts';

/** A filter in a shared memory, asked and filled by an instance at one of the places. */
export function sharedFilter(spec: Shape & { readonly capacity?: number }, place = 2): BloomFilter {
  const kernel = createSharedKernel(spec, createSharedMemory(), { place, places: 4 });
  return new BloomFilter(spec, kernel);
}

/** The filter as it is made of either WASM module. */
export const kinds = [
  { memory: 'a memory of its own', forCapacity: BloomFilter.forCapacity },
  {
    memory: 'shared memory',
    forCapacity: (n: number, p: number) => sharedFilter({ ...sizeFor(n, p), capacity: n }),
  },
];
