import { expect, test } from 'vitest';
import { medianInterval } from './median.ts';

const shuffled = (count: number) =>
  Array.from({ length: count }, (_, index) => ((index * 7) % count) + 1);

// From scipy.stats.binom: how many samples may be left out at either end, and the coverage left.
test.each([
  [6, 0, 0.96875],
  [20, 5, 0.9586105346679688],
  [25, 7, 0.9567147493362427],
  [100, 39, 0.9647997997822952],
])('of %i samples %i are left out at either end', (count, cut, confidence) => {
  const interval = medianInterval(shuffled(count))!;
  expect(interval).toMatchObject({ low: cut + 1, high: count - cut, median: (count + 1) / 2 });
  expect(interval.confidence).toBeCloseTo(confidence, 12);
});

test('too few samples say which confidence they have', () => {
  expect(medianInterval([3, 1, 5, 4, 2])).toEqual({
    median: 3,
    low: 1,
    high: 5,
    confidence: 0.9375,
  });
  expect(medianInterval([4])).toEqual({ median: 4, low: 4, high: 4, confidence: 0 });
  expect(medianInterval([])).toBeNull();
});

test('sorts by value, not as text, and leaves the samples alone', () => {
  const samples = [10, 9, 100];
  expect(medianInterval(samples)!.median).toBe(10);
  expect(samples).toEqual([10, 9, 100]);
});
