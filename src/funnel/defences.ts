import { BloomFilter } from '../filters/bloom.ts';
import { BitmapSet, RangeSet } from '../filters/exact.ts';
import type { SetFactory } from './membership.ts';

/** Which protections are on. The value cache is always on. */
export interface Defence {
  readonly name: string;
  readonly sentinels: boolean;
  readonly filter?: SetFactory;
}

export interface BloomOptions {
  /** Ids that the filter is sized for; a larger table makes it larger, with a warning. */
  readonly capacity?: number;
  /** Its false-positive rate at that load. */
  readonly p?: number;
  readonly log: (line: string) => void;
}

/** What article S0 makes its filter for, whatever the table holds. */
export const articleFilter = { capacity: 500_000, p: 0.001 };

/** Bloom filters, by default as article S0's. */
export function bloomSets({
  capacity = articleFilter.capacity,
  p = articleFilter.p,
  log,
}: BloomOptions): SetFactory {
  return ({ rows }) => {
    if (rows > capacity) {
      log(`the filter's capacity of ${capacity} ids is too small; it is made for ${rows}`);
    }
    return BloomFilter.forCapacity(Math.max(rows, capacity), p);
  };
}

/** The smallest and the largest id: exact while the ids have no holes. */
export const rangeSets: SetFactory = () => new RangeSet();

/** A bit an id from 0 to the largest: exact, for ids below 2^32. */
export const bitmapSets: SetFactory = ({ maxId }) =>
  new BitmapSet({ first: 0, last: Number(maxId) });

/** The defences of the articles, and exact sets in the filter's place. */
export function articleDefences(bloom: BloomOptions): readonly Defence[] {
  const filter = bloomSets(bloom);
  return [
    { name: 'none', sentinels: false },
    { name: 'sentinel', sentinels: true },
    { name: 'bloom', sentinels: false, filter },
    { name: 'both', sentinels: true, filter },
    { name: 'range', sentinels: false, filter: rangeSets },
    { name: 'bitmap', sentinels: false, filter: bitmapSets },
  ];
}
