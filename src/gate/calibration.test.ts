import { expect, test } from 'vitest';
import { measureExcess } from './calibration.ts';

const plan = { bits: 10_080, filters: 100, probes: 100_000, seed: 'calibration.test' };

test('one probe has no excess: the rate is the fill', () => {
  const { mean, standardError, n } = measureExcess({ ...plan, hashes: 1 });
  expect(Math.abs(mean)).toBeLessThan(4 * standardError);
  expect(n).toBe(Math.round((10_080 * Math.LN2) / 1.5));
});

test('ten probes have one, as far above 0 as the table says', () => {
  const { mean, standardError } = measureExcess({ ...plan, hashes: 10 });
  expect(mean).toBeGreaterThan(4 * standardError);
  expect(Math.abs(mean - 50)).toBeLessThan(4 * standardError);
});
