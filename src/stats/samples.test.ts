import { expect, test } from 'vitest';
import { Samples } from './samples.ts';

const upTo = (count: number) => Samples.of(Array.from({ length: count }, (_, index) => index + 1));

test('the percentiles of 1 … 100 ms are 50, 95 and 99 ms', () => {
  const samples = upTo(100);
  expect([50, 95, 99].map((percent) => samples.percentile(percent))).toEqual([50, 95, 99]);
});

test('the rank is the smallest that enough samples do not exceed, not the nearest', () => {
  // 99 % of 160 are 158.4: a histogram of Node answers 158, which only 98.75 % do not exceed.
  expect(upTo(160).percentile(99)).toBe(159);
});

test('few samples give a sample, none gives null, never NaN', () => {
  const none = new Samples();
  expect([none.count, none.max, none.percentile(99)]).toEqual([0, null, null]);
  expect(Samples.of([7]).percentile(99)).toBe(7);
  expect(upTo(5).percentile(99)).toBe(5);
  expect(upTo(20).percentile(95)).toBe(19);
});

test('a sample that comes after a look is counted in the next', () => {
  const samples = Samples.of([3, 1]);
  expect(samples.max).toBe(3);
  samples.record(9);
  expect([samples.count, samples.max, samples.percentile(50)]).toEqual([3, 9, 3]);
});

test('the values can be had as they came', () => {
  expect(Samples.of([3, 1, 2]).toArray()).toEqual(Float64Array.of(3, 1, 2));
});
