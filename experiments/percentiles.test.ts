import { expect, test } from 'vitest';
import { Samples } from '../src/stats/samples.ts';
import { percentileColumns } from './percentiles.ts';

const upTo = (count: number) => Samples.of(Array.from({ length: count }, (_, index) => index + 1));

test('of 1 … 100 they are by nearest rank', () => {
  expect(percentileColumns('latencyNs', upTo(100), [50, 95, 99])).toEqual({
    row: { latencyNsP50: 50, latencyNsP95: 95, latencyNsP99: 99, latencyNsMax: 100 },
    reasons: {},
  });
});

test.each([
  [0, null, null, null],
  [1, null, null, 1],
  [5, 3, null, 5],
  [20, 10, null, 20],
  [99, 50, null, 99],
])('of %i samples there is no p99, with the reason, and never NaN', (count, p50, p99, max) => {
  const { row, reasons } = percentileColumns('ns', upTo(count));
  expect(row).toEqual({ nsP50: p50, nsP99: p99, nsMax: max });
  expect(reasons.nsP99).toBe(`n = ${count}; it takes 100`);
  expect(Object.keys(reasons)).toHaveLength(Object.values(row).filter((v) => v === null).length);
});
