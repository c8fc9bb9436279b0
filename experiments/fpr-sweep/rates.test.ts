import { describe, expect, it } from 'vitest';
import { BloomFilter } from '../../src/filters/bloom.ts';
import { keyShapes, sidesOf } from '../../src/hashing/streams.ts';
import type { Lab } from '../../src/lab/experiment.ts';
import { random } from '../../src/workload/random.ts';
import type { RateSpec } from './plan.ts';
import { rateRow, ratesRow } from './rates.ts';

const spec: RateSpec = {
  ...{ series: 'grid', filter: '', scheme: 'double', keys: 'random' },
  ...{ n: 500, capacity: 500, p: 0.1, bits: 2_397, hashes: 3, filters: 1, probes: 20_000 },
};
const lab = { random: (...path: string[]) => random('rates.test', ...path) } as Lab;

function take(stream: { fill(block: BigUint64Array): void }, count: number): BigUint64Array {
  const block = new BigUint64Array(count);
  stream.fill(block);
  return block;
}

describe('a row of rates', () => {
  it.each(keyShapes)('counts what a filter of the same ids answers one by one: %s', (keys) => {
    const { row } = ratesRow({ ...spec, keys }, lab);
    const sides = sidesOf(keys, 500, lab.random(keys, '500', '2397', '3'));
    const filter = new BloomFilter(spec);
    const members = take(sides.members, 500);
    for (const id of members) filter.add(id);
    const absent = take(sides.probes, 20_000);
    const known = new Set(members);
    expect(absent.some((id) => known.has(id))).toBe(false);
    const passed = absent.filter((id) => filter.has(id)).length;
    expect(row).toMatchObject({ bitsSet: filter.bitsSet, probes: 20_000, fp: passed, fn: 0 });
  });

  it.each(['enhanced', 'independent'] as const)('knows the scheme %s', (scheme) => {
    const { row } = ratesRow({ ...spec, scheme }, lab);
    expect(row).toMatchObject({ scheme, fn: 0 });
    expect(row.fp).not.toBe(ratesRow(spec, lab).row.fp);
  });

  it('takes its interval from the probes of one filter and from many filters as units', () => {
    const tally = { bitsSet: 1_000, lost: 0 };
    const one = rateRow({ ...spec, probes: 1_000 }, [{ ...tally, hits: 12 }]);
    // Clopper–Pearson of 12 of 1,000 by scipy.
    expect(one).toMatchObject({ low: 0.00621553, high: 0.0208677, intervalOf: 'this filter' });
    const hits = [0, 10, 20, 30];
    const many = rateRow(
      { ...spec, filters: 4, probes: 400 },
      hits.map((count) => ({ ...tally, hits: count })),
    );
    // 0.15 ± t(3) · s/√4 with t = 3.18245 and s = 0.129099.
    expect(many).toMatchObject({ rate: 0.15, low: 0, high: 0.355426, intervalOf: 'the scheme' });
    const none = rateRow(
      { ...spec, filters: 4, probes: 400 },
      hits.map(() => ({ ...tally, hits: 0 })),
    );
    expect(none).toMatchObject({ rate: 0, low: 0, intervalOf: 'these filters' });
    expect(none.high).toBeCloseTo(1 - 0.025 ** (1 / 400), 7);
  });
});
