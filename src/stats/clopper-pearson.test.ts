import { jStat } from 'jstat';
import { expect, test } from 'vitest';
import { LabError } from '../errors.ts';
import { clopperPearson } from './clopper-pearson.ts';

// From scipy.stats.beta (Boost): ppf of the lower tail, isf of the upper one.
test.each([
  [12, 1000, 0.95, 0.0062155255595952455, 0.02086767959103641],
  [4, 9_799_997, 0.95, 1.1121079729311447e-7, 1.045060056025312e-6],
  [99_826, 10_000_000, 0.999999, 0.009829568210518265, 0.010137228573954252],
  [378, 540_000_000, 0.95, 6.312032759383787e-7, 7.742491773718563e-7],
  [5_000_000, 1_000_000_000, 0.999999, 0.004989096903548558, 0.0050109192200998055],
])('%i of %i at %d is the published interval', (hits, trials, confidence, low, high) => {
  const interval = clopperPearson(hits, trials, confidence);
  expect(interval.low / low).toBeCloseTo(1, 8);
  expect(interval.high / high).toBeCloseTo(1, 8);
});

test('agrees with jstat', () => {
  for (const [hits, trials] of [
    [1, 2],
    [3, 17],
    [50, 100],
    [99, 100],
    [1042, 104_857],
  ] as const) {
    const { low, high } = clopperPearson(hits, trials, 0.99);
    expect(low).toBeCloseTo(jStat.beta.inv(0.005, hits, trials - hits + 1), 9);
    expect(high).toBeCloseTo(jStat.beta.inv(0.995, hits + 1, trials - hits), 9);
  }
});

test('no hits and all hits leave one end, in closed form', () => {
  const none = clopperPearson(0, 1000);
  expect(none.low).toBe(0);
  expect(none.high).toBeCloseTo(1 - 0.025 ** (1 / 1000), 14);
  const all = clopperPearson(1000, 1000);
  expect(all.low).toBeCloseTo(0.025 ** (1 / 1000), 14);
  expect(all.high).toBe(1);
});

test('without trials nothing is known', () => {
  expect(clopperPearson(0, 0)).toEqual({ low: 0, high: 1 });
});

test.each([
  [-1, 10, 0.95, 'hits is -1'],
  [11, 10, 0.95, 'hits is 11'],
  [0.5, 10, 0.95, 'hits is 0.5'],
  [0, Number.NaN, 0.95, 'trials is NaN'],
  [0, 10, 1, 'confidence is 1'],
  [0, 10, 95, 'confidence is 95'],
])('%d of %d at %d is refused by name', (hits, trials, confidence, message) => {
  expect(() => clopperPearson(hits, trials, confidence)).toThrow(LabError);
  expect(() => clopperPearson(hits, trials, confidence)).toThrow(message);
});
