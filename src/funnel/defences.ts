import { BloomFilter } from '../filters/bloom.ts';
import { BitmapSet, RangeSet } from '../filters/exact.ts';
import type { SetFactory } from './membership.ts';

/** Which protections are on. The value cache is always on. */
export interface Defence {
  readonly name: string;
  readonly sentinels: boolean;
  readonly filter?: SetFactory;
}

/** How the Bloom filters of a defence are made. */
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

/** The defences without a filter. */
export const plainDefences = {
  none: { name: 'none', sentinels: false },
  sentinel: { name: 'sentinel', sentinels: true },
} as const satisfies Readonly<Record<string, Defence>>;

/** The defences of the articles, and exact sets in the filter's place. */
export const defenceNames = ['none', 'sentinel', 'bloom', 'both', 'range', 'bitmap'] as const;
export type DefenceName = (typeof defenceNames)[number];

/** The defences by name. */
export function articleDefences(bloom: BloomOptions): Readonly<Record<DefenceName, Defence>> {
  const filter = bloomSets(bloom);
  return {
    ...plainDefences,
    bloom: { name: 'bloom', sentinels: false, filter },
    both: { name: 'both', sentinels: true, filter },
    range: { name: 'range', sentinels: false, filter: rangeSets },
    bitmap: { name: 'bitmap', sentinels: false, filter: bitmapSets },
  };
}
