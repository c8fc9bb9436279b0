import { CountingBloomFilter } from '../../src/filters/counting.ts';
import { CuckooFilter } from '../../src/filters/cuckoo.ts';
import { sizeFor } from '../../src/filters/sizing.ts';
import type { Result } from '../../src/lab/experiment.ts';
import type { Parameters } from './plan.ts';

/** More than a counter of four bits can count. */
const manyTimes = 20;

/** Half of the ids are deleted: who is still there, and what is left of the others? */
export function deletePass({ n }: Parameters): Result[] {
  const shape = sizeFor(n, 0.01);
  const counting = new CountingBloomFilter(shape);
  const cuckoo = new CuckooFilter({ capacity: Math.ceil(n / 0.94), fingerprintBits: 12 });
  const rows = [deleted('cuckoo', cuckoo, n), deleted('counting Bloom', counting, n)];
  const overflow = new CountingBloomFilter(shape);
  for (let times = 0; times < manyTimes; times++) overflow.add(1);
  const { largest } = overflow;
  for (let times = 0; times < manyTimes; times++) overflow.delete(1);
  return [
    ...rows,
    {
      row: {
        ...{ pass: 'overflow', times: manyTimes, largest, stillThere: overflow.has(1) },
        bytes: overflow.byteLength,
        bloomBytes: Math.ceil(shape.bits / 8),
      },
    },
  ];
}

function deleted(kind: string, set: CuckooFilter | CountingBloomFilter, n: number): Result {
  for (let id = 1; id <= n; id++) set.add(id);
  const largest = set instanceof CountingBloomFilter ? { largest: set.largest } : {};
  for (let id = 1; id <= n; id += 2) set.delete(id);
  let [lost, left] = [0, 0];
  for (let id = 1; id <= n; id++) {
    const known = set.has(id);
    if (id % 2 === 0 && !known) lost++;
    if (id % 2 === 1 && known) left++;
  }
  return { row: { pass: 'delete', kind, n, deleted: Math.ceil(n / 2), lost, left, ...largest } };
}
