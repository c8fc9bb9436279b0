import { expect, test } from 'vitest';
import { pooledRateInterval } from './pooled-rate.ts';

test('one hit in 5 million probes of 200 filters: that of a Poisson count of 1', () => {
  const hits = Array.from({ length: 200 }, (_, index) => (index === 0 ? 1 : 0));
  const { low, high } = pooledRateInterval(hits, 25_000, 0.95);
  expect(low).toBe(0);
  // 5.5716 is the upper end of Garwood's exact 95 % interval.
  expect(high * 5e6).toBeCloseTo(5.5716, 3);
});

test('filters that differ more than their probes do: that of Student', () => {
  // 0.15 ± t(3) · s/√4 with t = 3.18245 and s = 0.129099.
  const { low, high } = pooledRateInterval([0, 10, 20, 30], 100, 0.95);
  expect(low).toBe(0);
  expect(high).toBeCloseTo(0.355426, 5);
});

test('rates near 1 stay below it', () => {
  expect(pooledRateInterval([90, 100], 100, 0.95).high).toBe(1);
});
