import { describe, expect, it } from 'vitest';
import { BloomFilter } from './bloom.ts';
import { fnv1a64, storedBits } from './bloom-model.test.fixture.ts';
import { goldenRows, largeRow } from './golden-rows.test.fixture.ts';
import { kinds } from './kinds.test.fixture.ts';

const cases = kinds.flatMap((kind) =>
  [...goldenRows, largeRow].map((row) => ({ ...kind, ...row })),
);

describe.each(cases)('$n ids in a filter for $filter.n at p = $filter.p in $memory', (row) => {
  const filter = row.forCapacity(row.filter.n, row.filter.p);
  filter.addMany(Uint32Array.from({ length: row.n }, (_, i) => i + 1));

  it('sets the bits that other implementations set', () => {
    const { bits, hashes, bitsSet } = row.filter;
    expect(filter).toMatchObject({ bits, hashes, bitsSet });
    expect(fnv1a64(storedBits(filter))).toBe(row.fnv);
  });

  it('lets pass the absent ids that others let pass, and all members', () => {
    expect(filter.findRange(row.n + 1, 20_000_000, 5)).toEqual(row.passing.map(BigInt));
    for (const [to, count] of Object.entries(row.counts)) {
      expect(filter.countRange(row.n + 1, Number(to))).toBe(count);
    }
    expect(filter.countRange(1, row.n)).toBe(row.n);
  });
});

it('finds all four ids up to 10^7 that pass the filter of the article, and no fifth', () => {
  const filter = BloomFilter.forCapacity(500_000, 0.001);
  filter.addMany(Uint32Array.from({ length: 200_000 }, (_, i) => i + 1));
  const found = filter.findRange(200_001, 10_000_000, 100);
  expect(found).toEqual([3703687n, 4500719n, 8778062n, 9130835n]);
  // 898,600 bytes of bits in 14 pages of 64 KiB.
  expect(filter.byteLength).toBe(917_504);
  expect(filter.estimatedFalsePositiveRate).toBeCloseTo(7.157e-7, 9);
});
