export { BloomFilter } from './filters/bloom.ts';
export { BitmapSet, HashSet, RangeSet, SortedSet } from './filters/exact.ts';
export type { IdSet } from './filters/id-set.ts';
export type { Id, Ids } from './filters/ids.ts';
export {
  maxBits,
  maxHashes,
  optimalBits,
  optimalHashes,
  type Shape,
  sizeFor,
} from './filters/sizing.ts';
export {
  approximateRate,
  bitsForHashes,
  classicRate,
  exactRate,
  expectedFill,
  type Fill,
  rateFromFill,
} from './filters/theory.ts';
