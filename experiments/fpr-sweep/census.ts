import { BloomFilter } from '../../src/filters/bloom.ts';
import { approximateRate, classicRate, exactRate, rateFromFill } from '../../src/filters/theory.ts';
import type { Result } from '../../src/lab/experiment.ts';
import { stable } from '../rows.ts';
import { articleMembers, type goldenFilters } from './known.ts';

/** Consecutive ids that are counted before those that pass are looked for. */
const chunk = 65_536;

/** A filter of the ids 1 … n. */
function filterOfFirst(n: number, capacity: number, p: number): BloomFilter {
  const filter = BloomFilter.forCapacity(capacity, p);
  filter.addMany(Uint32Array.from({ length: n }, (_, index) => index + 1));
  return filter;
}

/** One of the filters whose counts are known, asked for the million ids after its members. */
export function goldenPass({ n, capacity, p }: (typeof goldenFilters)[number]): Result[] {
  const filter = filterOfFirst(n, capacity, p);
  const [from, to] = [n + 1, n + 1_000_000];
  return [census('golden', filter, { n, p, from, to, fp: filter.countRange(from, to) })];
}

/** All ids of a range that pass the filter of article S0, one by one. */
export function scanPass(from: number, to: number): Result[] {
  const n = articleMembers;
  const filter = filterOfFirst(n, 500_000, 0.001);
  const passing: bigint[] = [];
  for (let start = from; start <= to; start += chunk) {
    const end = Math.min(to, start + chunk - 1);
    const count = filter.countRange(start, end);
    if (count > 0) passing.push(...filter.findRange(start, end, count));
  }
  const fp = passing.length;
  const { row } = census('scan', filter, { n, p: 0.001, from, to, fp });
  return [{ row: { ...row, passingIds: passing.join(' ') } }];
}

/** Every id was asked: the rate is a count and has no interval. */
function census(
  pass: 'golden' | 'scan',
  filter: BloomFilter,
  { n, p, from, to, fp }: Record<'n' | 'p' | 'from' | 'to' | 'fp', number>,
): Result {
  const { bits, hashes, bitsSet, capacity = n } = filter;
  const probes = to - from + 1;
  return {
    row: {
      ...{ pass, scheme: 'double', keys: 'contiguous', n, capacity, load: stable(n / capacity), p },
      ...{ bits, hashes, filters: 1, bitsSet, from, to, probes, fp },
      fn: n - filter.countRange(1, n),
      rate: fp / probes,
      intervalOf: 'none: a census',
      approximate: stable(approximateRate(filter, n)),
      classic: stable(classicRate(filter, n)),
      exact: stable(exactRate(filter, n)),
      fromFill: stable(rateFromFill(filter, bitsSet)),
    },
  };
}
