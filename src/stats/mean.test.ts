import { jStat } from 'jstat';
import { expect, test } from 'vitest';
import { meanInterval } from './mean.ts';

test.each([2, 3, 20, 1000])('the interval of %i units is Student’s', (count) => {
  const units = Array.from({ length: count }, (_, i) => (i * 7919) % 101);
  const { mean, low, high } = meanInterval(units, 0.99);
  const deviation = Math.sqrt(units.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (count - 1));
  const t = jStat.studentt.inv(0.995, count - 1);
  expect(mean).toBeCloseTo(units.reduce((sum, x) => sum + x, 0) / count, 12);
  expect((high - mean) / ((t * deviation) / Math.sqrt(count))).toBeCloseTo(1, 6);
  expect(mean - low).toBeCloseTo(high - mean, 9);
});

test('units that are all alike have no width', () => {
  expect(meanInterval([3, 3, 3])).toEqual({ mean: 3, low: 3, high: 3 });
});

test('one unit has no spread, and a confidence lies between 0 and 1', () => {
  expect(() => meanInterval([1])).toThrow('got 1');
  expect(() => meanInterval([1, 2], 1)).toThrow('confidence');
});
