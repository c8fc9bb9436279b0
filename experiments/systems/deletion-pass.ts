import { CountingBloomFilter } from '../../src/filters/counting.ts';
import { CuckooFilter } from '../../src/filters/cuckoo.ts';
import type { IdSet } from '../../src/filters/id-set.ts';
import { sizeFor } from '../../src/filters/sizing.ts';
import type { Result, Row } from '../../src/lab/experiment.ts';
import { type Parameters, shopRate } from './plan.ts';

interface Deleting extends IdSet {
  delete(id: number): boolean;
}

/** Copies of one id that are tried. */
const mostCopies = 100;

/** Room for so many ids, 95 % of it used, and fingerprints long enough for a rate of 0.2 %. */
const cuckoo = (n: number) =>
  new CuckooFilter({ capacity: Math.ceil(n / 0.95), fingerprintBits: 12 });

/** Filters that can delete: what happens to the ids that stay, and what must not be deleted. */
export function deletionPass({ skus }: Parameters): Result[] {
  const makers: [string, () => Deleting][] = [
    ['counting', () => new CountingBloomFilter(sizeFor(skus, shopRate))],
    ['cuckoo', () => cuckoo(skus)],
  ];
  return makers.map(([filter, make]) => ({
    row: { pass: 'deletion', filter, ...half(make(), skus), ...strangers(make(), skus) },
  }));
}

/** Every second id is deleted again. */
function half(set: Deleting, skus: number): Row {
  fill(set, skus);
  for (let id = 2; id <= skus; id += 2) set.delete(id);
  const counts = { kept: 0, keptLost: 0, deletedIds: 0, deletedPass: 0 };
  for (let id = 1; id <= skus; id++) {
    const passes = set.has(id);
    counts[id % 2 === 1 ? 'kept' : 'deletedIds']++;
    if (id % 2 === 1 && !passes) counts.keptLost++;
    if (id % 2 === 0 && passes) counts.deletedPass++;
  }
  return { ...counts, copies: copies(set, skus) };
}

/** How often one id can be added; where the set counts no further it is given up. */
function copies(set: Deleting, skus: number): number {
  let added = 0;
  try {
    for (; added < mostCopies; added++) set.add(skus + 1);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return added;
}

/** Ids that were never added and pass are deleted all the same. */
function strangers(set: Deleting, skus: number): Row {
  fill(set, skus);
  let strangers = 0;
  for (let id = skus + 1; id <= 2 * skus; id++) if (set.delete(id)) strangers++;
  let membersLost = 0;
  for (let id = 1; id <= skus; id++) if (!set.has(id)) membersLost++;
  return { strangers, membersLost };
}

function fill(set: Deleting, skus: number): void {
  for (let id = 1; id <= skus; id++) set.add(id);
}
