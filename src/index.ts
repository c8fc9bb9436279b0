export { BloomFilter } from './filters/bloom.ts';
export { BitmapSet, HashSet, RangeSet, SortedSet } from './filters/exact.ts';
export type { IdSet } from './filters/id-set.ts';
export type { Id, Ids } from './filters/ids.ts';
export { KeyedSet } from './filters/keyed.ts';
export { type FilterLoad, loadInWords, loadOf, type SizedFilter } from './filters/load.ts';
export { SharedFilter, type SharedHandle, SharedReader } from './filters/shared.ts';
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
  estimatedIds,
  exactRate,
  expectedFill,
  type Fill,
  rateFromFill,
} from './filters/theory.ts';
export { conservation, type Law, type ServerCounts } from './funnel/conservation.ts';
export {
  articleDefences,
  type BloomOptions,
  bitmapSets,
  bloomSets,
  type Defence,
  type DefenceName,
  rangeSets,
} from './funnel/defences.ts';
export { type Drive, type DriveOptions, drive, type Service } from './funnel/driver.ts';
export {
  type Answer,
  type CacheStore,
  Funnel,
  type FunnelOptions,
  type FunnelStats,
  type Maintenance,
  type TableStore,
} from './funnel/funnel.ts';
export type { GateLoad } from './funnel/gate.ts';
export { HttpService, type HttpServiceOptions } from './funnel/http/service.ts';
export { IdNews, type NewsListener, type NewsOptions } from './funnel/id-news.ts';
export { NEWS_KEY } from './funnel/id-stream.ts';
export type { IdSource, Membership, SetFactory, TableSize } from './funnel/membership.ts';
export {
  type Answered,
  type OpenLoop,
  type OpenLoopOptions,
  openLoop,
} from './funnel/open-loop.ts';
export { type Outcome, type OutcomeCounts, outcomes } from './funnel/outcomes.ts';
export { type Seeded, type SeedOptions, seedSkus } from './funnel/seeding.ts';
export { decodeSku, encodeSku, type Sku } from './funnel/sku.ts';
export {
  type CacheFaults,
  type CacheOptions,
  type CacheRead,
  cacheKey,
  connectCache,
  KEY_PREFIX,
  SENTINEL,
  SkuCache,
} from './funnel/sku-cache.ts';
export { parseId } from './funnel/sku-id.ts';
export { type Change, SkuTable, type TableOptions, type Versioned } from './funnel/sku-table.ts';
export { clopperPearson, type Interval } from './stats/clopper-pearson.ts';
export { type MedianInterval, medianInterval } from './stats/median.ts';
export { quantile } from './stats/quantiles.ts';
export { Samples } from './stats/samples.ts';
export { type Arrivals, schedule } from './workload/arrivals.ts';
export { contiguous, type Population, withHoles } from './workload/population.ts';
export { type Random, random } from './workload/random.ts';
