import { BloomFilter } from '../../src/filters/bloom.ts';
import { articleFilter } from '../../src/funnel/defences.ts';

/** What a process with a filter tells of itself. */
export interface FilterProcess {
  readonly filterBytes: number;
  readonly memoryBytes: number;
  readonly rssBeforeBytes: number;
  readonly rssAfterBytes: number;
}

// A process of its own for the experiment `memory`: builds the article's filter for the ids
// 1 … argv[2], reports, and stays until it is disconnected, which happens also when its parent dies.
const skus = Number(process.argv[2]);
const rssBeforeBytes = process.memoryUsage.rss();
const filter = BloomFilter.forCapacity(articleFilter.capacity, articleFilter.p);
for (let id = 1; id <= skus; id++) filter.add(id);
const report: FilterProcess = {
  filterBytes: Math.ceil(filter.bits / 8),
  memoryBytes: filter.byteLength,
  rssBeforeBytes,
  rssAfterBytes: process.memoryUsage.rss(),
};
process.send?.(report);
process.once('disconnect', () => process.exit());
