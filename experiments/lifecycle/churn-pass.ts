import { BloomFilter } from '../../src/filters/bloom.ts';
import { articleFilter } from '../../src/funnel/defences.ts';
import type { Result } from '../../src/lab/experiment.ts';
import type { LifecycleCell, Parameters } from './plan.ts';

/** The share of the SKUs that a step replaces by new ones. */
const replacedShare = 0.1;

/** Ids that never exist. */
const never = { from: 10 ** 12, count: 1_000_000 };

/**
 * The oldest SKUs go and new ones come, step by step. The filter hears of those that come and of
 * none that goes, until it is rebuilt; a pass is what a dead id costs.
 */
export function churnPass(
  { rebuildEvery }: Extract<LifecycleCell, { pass: 'churn' }>,
  { skus, churnSteps }: Parameters,
): Result[] {
  const replaced = Math.floor(skus * replacedShare);
  let first = 1;
  let filter = built(first, skus);
  return Array.from({ length: churnSteps }, (_, index) => {
    const step = index + 1;
    filter.addMany(Float64Array.from({ length: replaced }, (_, at) => first + skus + at));
    first += replaced;
    if (rebuildEvery > 0 && step % rebuildEvery === 0) filter = built(first, skus);
    return {
      row: {
        pass: 'churn',
        rebuildEvery,
        step,
        live: skus,
        dead: first - 1,
        deadPassing: filter.countRange(1, first - 1),
        memberDenied: skus - filter.countRange(first, first + skus - 1),
        neverAsked: never.count,
        neverPassing: filter.countRange(never.from, never.from + never.count - 1),
        fill: filter.fillRatio,
      },
    };
  });
}

/** The article's filter, for the SKUs from `first` on. */
function built(first: number, skus: number): BloomFilter {
  const capacity = Math.max(articleFilter.capacity, skus);
  const filter = BloomFilter.forCapacity(capacity, articleFilter.p);
  filter.addMany(Float64Array.from({ length: skus }, (_, at) => first + at));
  return filter;
}
