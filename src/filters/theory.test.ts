import { describe, expect, it } from 'vitest';
import { random } from '../workload/random.ts';
import {
  approximateRate,
  bitsForHashes,
  classicRate,
  exactRate,
  expectedFill,
  rateFromFill,
} from './theory.ts';

describe('rates', () => {
  // Exact values by Bose et al. and Christensen et al.; how far below them the formulas are.
  it.each([
    { bits: 32, ids: 4, hashes: 5, exact: 0.02522, classicBelow: 0.09, approximateBelow: 0.14 },
    { bits: 128, ids: 13, hashes: 7, classicBelow: 0.048, approximateBelow: 0.065 },
    { bits: 1024, ids: 102, hashes: 7, classicBelow: 0.0062, approximateBelow: 0.0086 },
    { bits: 9586, ids: 1000, hashes: 7, classicBelow: 0.00065, approximateBelow: 0.0009 },
  ])('of $bits bits, $ids ids, $hashes hashes are as published', (row) => {
    const exact = exactRate(row, row.ids);
    if (row.exact !== undefined) expect(exact).toBeCloseTo(row.exact, 5);
    const below = (rate: number) => (1 - rate / exact) / row.classicBelow;
    expect(below(classicRate(row, row.ids))).toBeCloseTo(1, 1);
    const approximateBelow = 1 - approximateRate(row, row.ids) / exact;
    expect(approximateBelow / row.approximateBelow).toBeCloseTo(1, 1);
  });

  it('of a filter for one id at 1 % is 1.7 %, not 1 %', () => {
    expect(exactRate({ bits: 10, hashes: 7 }, 1)).toBeCloseTo(0.0175, 4);
  });

  it('of a large filter is 1.9e-6 above the classic one, by the second order', () => {
    const shape = { bits: 7_188_794, hashes: 10 };
    const above = exactRate(shape, 500_000) / classicRate(shape, 500_000) - 1;
    expect(above).toBeCloseTo(1.9e-6, 7);
  });

  it.each([
    [100_000, 1.4e-9],
    [200_000, 7.1e-7],
    [300_000, 2.1e-5],
    [500_000, 1.0e-3],
    [1_000_000, 0.057],
    [2_000_000, 0.528],
  ])('of the filter for 500,000 holding %d ids is %d', (ids, rate) => {
    for (const formula of [approximateRate, classicRate, exactRate]) {
      expect(formula({ bits: 7_188_794, hashes: 10 }, ids) / rate).toBeCloseTo(1, 1);
    }
  });

  it('at full load of 10,000 for 1 % is 1.0040 %, above the target', () => {
    expect(exactRate({ bits: 95_850, hashes: 7 }, 10_000)).toBeCloseTo(0.01004, 6);
  });

  it('keep their digits where 1 - 1/m and 1 - e^-x round to 1 and 0', () => {
    // One probe, one id: the rate is 1/m.
    const bits = 34_000_000_001;
    for (const rate of [approximateRate, classicRate, exactRate]) {
      expect(rate({ bits, hashes: 1 }, 1) * bits).toBeCloseTo(1, 10);
    }
  });

  it.each([approximateRate, classicRate, exactRate])('%o is 0 for an empty filter', (rate) => {
    for (const bits of [1, 2, 1000]) expect(rate({ bits, hashes: 3 }, 0)).toBe(0);
  });

  it.each([classicRate, exactRate])('%o is 1 where one bit holds an id', (rate) => {
    expect(rate({ bits: 1, hashes: 1 }, 1)).toBe(1);
    expect(rate({ bits: 1, hashes: 3 }, 1e9)).toBe(1);
  });

  it('from the fill is fill^k', () => {
    expect(rateFromFill({ bits: 8, hashes: 3 }, 4)).toBe(0.125);
  });
});

it('the expected fill has the mean and variance of balls thrown into bins', () => {
  const draws = random('theory.test');
  for (const { bits, ids } of [
    { bits: 2, ids: 1 },
    { bits: 40, ids: 12 },
  ]) {
    const fills = Array.from({ length: 40_000 }, () => {
      const bins = new Set(Array.from({ length: 3 * ids }, () => draws.below(bits)));
      return bins.size / bits;
    });
    const mean = fills.reduce((sum, fill) => sum + fill, 0) / fills.length;
    const variance = fills.reduce((sum, fill) => sum + (fill - mean) ** 2, 0) / fills.length;
    const expected = expectedFill({ bits, hashes: 3 }, ids);
    expect(mean / expected.mean).toBeCloseTo(1, 2);
    expect(variance / expected.variance).toBeCloseTo(1, 1);
  }
});

it('the bits for a given k are those published', () => {
  expect(Math.ceil(bitsForHashes(10, 500_000, 0.001))).toBe(7_188_820);
  expect(Math.ceil(bitsForHashes(7, 1e6, 0.01))).toBe(9_592_955);
  expect(Math.ceil(bitsForHashes(7, 1e4, 0.01))).toBe(95_930);
});
