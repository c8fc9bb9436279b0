import { describe, expect, it } from 'vitest';
import { random } from '../workload/random.ts';
import { BloomFilter } from './bloom.ts';
import { kinds } from './kinds.test.fixture.ts';

function idsUpTo(n: number): Uint32Array {
  return Uint32Array.from({ length: n }, (_, i) => i);
}

describe('an empty filter', () => {
  it.each([
    [1, 0.99],
    [1, 0.01],
    [3, 0.99],
    [55e6, 0.5],
  ])('for n = %d at p = %d says no to everything', (n, p) => {
    const filter = BloomFilter.forCapacity(n, p);
    expect(filter.countRange(0, 100_000)).toBe(0);
    expect(filter).toMatchObject({ bitsSet: 0, fillRatio: 0, estimatedFalsePositiveRate: 0 });
    expect(filter.overCapacity).toBe(false);
  });
});

describe('the judgement by set bits', () => {
  it('sees twenty times the capacity: a rate near 1 and over capacity', () => {
    const filter = BloomFilter.forCapacity(5000, 0.01);
    filter.addMany(idsUpTo(100_000));
    expect(filter.estimatedFalsePositiveRate).toBeGreaterThan(0.999);
    expect(filter.overCapacity).toBe(true);
  });

  it('does not count repeats', () => {
    const filter = BloomFilter.forCapacity(5000, 0.01);
    filter.addMany(idsUpTo(1000));
    const { bitsSet, estimatedFalsePositiveRate } = filter;
    for (let i = 0; i < 50; i++) filter.addMany(idsUpTo(1000));
    expect(filter).toMatchObject({ bitsSet, estimatedFalsePositiveRate, overCapacity: false });
  });

  it.each([100, 5000, 50_000])('takes no full filter for %d ids for over-full', (n) => {
    const draws = random('full', String(n));
    for (let i = 0; i < 30; i++) {
      const filter = BloomFilter.forCapacity(n, 0.01);
      filter.addMany(BigUint64Array.from({ length: n }, () => draws.u64()));
      expect(filter.overCapacity).toBe(false);
    }
  });

  it('sees 5 % too many of 50,000, and knows nothing without a capacity', () => {
    const known = BloomFilter.forCapacity(50_000, 0.01);
    const unknown = new BloomFilter({ bits: known.bits, hashes: known.hashes });
    for (const filter of [known, unknown]) filter.addMany(idsUpTo(52_500));
    expect([known.overCapacity, unknown.overCapacity]).toEqual([true, false]);
  });
});

describe('the false positives among 10^6 absent ids', () => {
  const n = 1_000_000;
  // Each bound is passed by chance once in a million.
  const bands = [
    { p: 0.01, low: 9_524, high: 10_476 },
    { p: 0.001, low: 849, high: 1_151 },
    { p: 1e-4, low: 56, high: 151 },
  ];
  const draws = random('shapes');
  // Members below 2^63, absent ones above: no id is both.
  const half = 2n ** 63n;
  const shapes = {
    sequential: { member: (i: number) => i, absent: (i: number) => n + i },
    'even and odd': { member: (i: number) => 2 * i, absent: (i: number) => 2 * i + 1 },
    'in steps of 2^32': {
      member: (i: number) => i * 2 ** 32,
      absent: (i: number) => i * 2 ** 32 + 1,
    },
    random: { member: () => draws.u64() % half, absent: () => half + (draws.u64() % half) },
  };
  const populations = Object.entries(shapes).map(([shape, { member, absent }]) => ({
    shape,
    members: BigUint64Array.from({ length: n }, (_, i) => BigInt(member(i))),
    absent: BigUint64Array.from({ length: n }, (_, i) => BigInt(absent(i))),
  }));

  const cases = kinds.flatMap((kind) =>
    populations.flatMap((ids) => bands.map((band) => ({ ...kind, ...ids, ...band }))),
  );

  it.each(cases)(
    'lie in the band for $shape ids at p = $p in $memory, and no member is lost',
    ({ forCapacity, members, absent, p, low, high }) => {
      const filter = forCapacity(n, p);
      filter.addMany(members);
      const passing = filter.hasMany(absent).reduce((sum, answer) => sum + answer, 0);
      expect(passing).toBeGreaterThanOrEqual(low);
      expect(passing).toBeLessThanOrEqual(high);
      const expectedFill = -Math.expm1((-filter.hashes * n) / filter.bits);
      expect(filter.fillRatio / expectedFill).toBeCloseTo(1, 2);
      expect(filter.hasMany(members)).not.toContain(0);
    },
  );
});

describe('filters for 1 … 20 ids', () => {
  it('lose no member and never say yes to all, whatever the rate', () => {
    for (const p of [0.01, 1e-4, 1e-7]) {
      for (let n = 1; n <= 20; n++) {
        const filter = BloomFilter.forCapacity(n, p);
        filter.addMany(idsUpTo(n));
        expect(filter.countRange(0, n - 1)).toBe(n);
        expect(filter.countRange(1000, 300_999) / 300_000).toBeLessThan(0.5);
      }
    }
  });

  // Means over filters: the first by integration over uniform h1 and h2, the others published for
  // this scheme. All are above the target, and the first above independent probes, which have
  // 1.7 %; google/guava#2767 met the same.
  it.each([
    [1, 0.01, 0.1017, 0.006],
    [1, 1e-7, 0.0557, 0.004],
    [10, 1e-3, 6.19e-3, 4e-4],
  ])('miss the target as is known of double hashing: n = %d, p = %d', (n, p, known, margin) => {
    const draws = random('small', String(n), String(p));
    const filters = 4000;
    let passing = 0;
    for (let i = 0; i < filters; i++) {
      const filter = BloomFilter.forCapacity(n, p);
      filter.addMany(BigUint64Array.from({ length: n }, () => draws.u64()));
      passing += filter.countRange(i * 500, i * 500 + 499);
    }
    expect(Math.abs(passing / (filters * 500) - known)).toBeLessThan(margin);
  });
});
