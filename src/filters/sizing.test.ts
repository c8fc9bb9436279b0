import { describe, expect, it } from 'vitest';
import { BloomFilter } from './bloom.ts';
import { checkShape, maxBits, maxHashes, optimalBits, optimalHashes, sizeFor } from './sizing.ts';

describe('the shape', () => {
  it.each([
    [1, 0.01, 10, 7],
    [1000, 0.01, 9_586, 7],
    [500_000, 0.001, 7_188_794, 10],
    [1e6, 0.01, 9_585_059, 7],
    [1e6, 1e-9, 43_132_763, 30],
    [10e6, 0.001, 143_775_876, 10],
    [450e6, 0.01, 4_313_276_270, 7],
    [300e6, 1e-6, 8_626_552_540, 20],
    [1e9, 0.01, 9_585_058_378, 7],
  ])('for n = %d and p = %d is m = %d, k = %d', (n, p, bits, hashes) => {
    expect(sizeFor(n, p)).toEqual({ bits, hashes });
  });

  it('has at least one bit and one hash', () => {
    expect(sizeFor(3, 0.99)).toEqual({ bits: 1, hashes: 1 });
    expect(sizeFor(1, 1 - 2 ** -53)).toEqual({ bits: 1, hashes: 1 });
  });

  it('takes k from the m that is used, also where rounding m up moves it much', () => {
    for (let n = 1; n <= 20; n++) {
      const { bits, hashes } = sizeFor(n, 1e-7);
      expect(hashes).toBe(Math.round((bits / n) * Math.log(2)));
    }
  });

  it('comes from the published optima, m = 7,188,793.78 and k = 9.9658', () => {
    expect(optimalBits(500_000, 0.001)).toBeCloseTo(7_188_793.78, 2);
    expect(optimalHashes(7_188_794, 500_000)).toBeCloseTo(9.9658, 4);
  });
});

describe('a rate outside (0, 1) is refused with the range and "0.01 = 1 %"', () => {
  it.each([0, 1, 1.5, 2, 5, -0.1, Number.NaN, Number.POSITIVE_INFINITY])('%d', (p) => {
    expect(() => BloomFilter.forCapacity(100, p)).toThrow(RangeError);
    expect(() => BloomFilter.forCapacity(100, p)).toThrow(`between 0 and 1 (0.01 = 1 %), got ${p}`);
  });

  it.each<unknown>(['', '1%', '0.01', undefined, null, 1n])('%o', (p) => {
    expect(() => BloomFilter.forCapacity(100, p as number)).toThrow(TypeError);
    expect(() => BloomFilter.forCapacity(100, p as number)).toThrow(/between 0 and 1 \(0.01 = 1 %/);
  });
});

describe('a capacity that is no integer from 1 is refused', () => {
  it.each([0, -1, 0.5, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d', (n) => {
    expect(() => BloomFilter.forCapacity(n, 0.01)).toThrow(RangeError);
    expect(() => BloomFilter.forCapacity(n, 0.01)).toThrow(`must be an integer from 1, got ${n}`);
  });

  it.each<unknown>(['5', undefined, null, 5n])('%o', (n) => {
    expect(() => BloomFilter.forCapacity(n as number, 0.01)).toThrow(TypeError);
  });
});

describe('the limits', () => {
  it('are 2^35 - 2^21 bits and 1024 hashes, themselves allowed', () => {
    expect(maxBits).toBe(34_357_641_216);
    expect(() => checkShape({ bits: maxBits, hashes: maxHashes })).not.toThrow();
    expect(() => checkShape({ bits: 1, hashes: 1 })).not.toThrow();
  });

  it.each([
    [{ bits: maxBits + 1, hashes: 1 }, /bits must be .* 34,357,641,216 bits \(4.0 GiB\), got/],
    [{ bits: 0, hashes: 1 }, /bits .* got 0/],
    [{ bits: 1.5, hashes: 1 }, /bits .* got 1.5/],
    [{ bits: Number.NaN, hashes: 1 }, /bits .* got NaN/],
    [{ bits: 8, hashes: 0 }, /hashes must be an integer 1 … 1024, got 0/],
    [{ bits: 8, hashes: 1025 }, /hashes .* got 1025/],
    [{ bits: 8, hashes: 2 ** 32 + 1 }, /hashes .* got 4294967297/],
  ])('refuse %o', (shape, message) => {
    expect(() => new BloomFilter(shape)).toThrow(RangeError);
    expect(() => new BloomFilter(shape)).toThrow(message);
  });

  it('refuse a capacity too large in words that hold the need and the limit', () => {
    expect(() => BloomFilter.forCapacity(1e10, 0.01)).toThrow(
      '10000000000 ids at p = 0.01 need 95,850,583,774 bits (11.2 GiB); a filter has at most 34',
    );
    expect(() => sizeFor(3.6e9, 0.01)).toThrow(/need 34,506,210,159 bits/);
    expect(sizeFor(3.5e9, 0.01).bits).toBeLessThan(maxBits);
  });

  it('refuse a rate that needs more hashes than there are, and serve 1e-300', () => {
    expect(() => BloomFilter.forCapacity(10, 5e-324)).toThrow(/need 1074 hashes; .* most 1024/);
    const filter = BloomFilter.forCapacity(10, 1e-300);
    expect(filter.hashes).toBe(997);
    filter.add(5);
    expect([filter.has(5), filter.has(6)]).toEqual([true, false]);
  });
});
