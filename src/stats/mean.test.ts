import { jStat } from 'jstat';
import { expect, it } from 'vitest';
import { meanInterval } from './mean.ts';

it.each([
  [2, 0.95],
  [20, 0.95],
  [20, 0.999],
  [200, 0.99],
])('of %d values at %d is mean ± t·s/√n with jStat’s t', (n, confidence) => {
  const values = Array.from({ length: n }, (_, i) => Math.sin(i) * 3 + i / 7);
  const t = jStat.studentt.inv(1 - (1 - confidence) / 2, n - 1);
  const half = (t * jStat.stdev(values, true)) / Math.sqrt(n);
  const { mean, low, high } = meanInterval(values, confidence);
  expect(mean).toBeCloseTo(jStat.mean(values), 10);
  expect((high - mean) / half).toBeCloseTo(1, 7);
  expect((mean - low) / half).toBeCloseTo(1, 7);
});

it('is the value itself where all are equal, and is refused for a single one', () => {
  expect(meanInterval([3, 3, 3])).toEqual({ mean: 3, low: 3, high: 3 });
  expect(() => meanInterval([3])).toThrow(RangeError);
});
