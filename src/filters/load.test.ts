import { describe, expect, it } from 'vitest';
import { BloomFilter } from './bloom.ts';
import { loadInWords, loadOf } from './load.ts';
import { estimatedIds } from './theory.ts';

function loaded(added: number, capacity: number): BloomFilter {
  const filter = BloomFilter.forCapacity(capacity, 0.001);
  for (let id = 1; id <= added; id++) filter.add(id);
  return filter;
}

describe('the load of a filter', () => {
  it('is estimated from set bits: 1,746,341 of 7,188,794 are about 200,000 ids', () => {
    const ids = estimatedIds({ bits: 7_188_794, hashes: 10 }, 1_746_341);
    expect(Math.abs(ids - 200_000)).toBeLessThan(200);
  });

  it.each([
    [100_000, 'too large'],
    [148_000, 'too large'],
    [152_000, 'fits'],
    [248_000, 'fits'],
    [252_000, 'too small'],
  ] as const)('of %i ids in a filter for 200,000 means that it %s', (added, size) => {
    expect(loadOf(loaded(added, 200_000))!.size).toBe(size);
  });

  it('does not count an id that was added again', () => {
    const filter = loaded(10_000, 20_000);
    for (let again = 0; again < 3; again++) for (let id = 1; id <= 10_000; id++) filter.add(id);
    expect(loadOf(filter)!.load).toBeCloseTo(0.5, 2);
  });

  it('is not known where the capacity is not', () => {
    expect(loadOf(new BloomFilter({ bits: 100, hashes: 3 }))).toBeUndefined();
  });

  it('is said with the figures: article S0’s filter, empty filters and full ones', () => {
    const text = (filter: BloomFilter) => loadInWords(loadOf(filter)!);
    expect(text(loaded(200_000, 500_000))).toBe(
      'the filter is too large: it is sized for 500,000 ids and holds about 200,059 (40 %); absent ' +
        "ids pass at a rate of 7.2e-7, at the size's own load of 1.0e-3",
    );
    expect(text(loaded(0, 10))).toContain('holds about 0 (0 %)');
    expect(text(loaded(1_000, 1))).toContain('too small: it is sized for 1 ids and holds too many');
  });
});
