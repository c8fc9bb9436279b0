import { jStat } from 'jstat';
import { expect, test } from 'vitest';
import { chiSquareP } from './chi-square.ts';
import { upperIncompleteGamma } from './incomplete-gamma.ts';

test('the tail is that of jstat, near the mean and far from it', () => {
  for (const degrees of [1, 2, 3, 8, 30, 31, 99, 1_000]) {
    for (const times of [0.01, 0.5, 0.9, 1, 1.1, 1.5, 2, 4]) {
      const x = degrees * times;
      const tail = 1 - jStat.chisquare.cdf(x, degrees);
      expect(upperIncompleteGamma(degrees / 2, x / 2)).toBeCloseTo(tail, 9);
    }
  }
});

test('an even number of degrees follows the Poisson sum, to the last digits far out', () => {
  // Q(3, x) = e^-x (1 + x + x²/2).
  for (const x of [0.1, 1, 3.9, 4.1, 20, 200]) {
    const exact = Math.exp(-x) * (1 + x + (x * x) / 2);
    expect(upperIncompleteGamma(3, x) / exact).toBeCloseTo(1, 10);
  }
  expect(upperIncompleteGamma(3, 0)).toBe(1);
});

test('counts as expected are no surprise, counts far off are one', () => {
  expect(chiSquareP([10, 10, 10], [10, 10, 10])).toBe(1);
  // The textbook die: 22 21 22 27 22 36 of 150 throws, statistic 6.72 with 5 degrees.
  expect(chiSquareP([22, 21, 22, 27, 22, 36], new Array<number>(6).fill(25))).toBeCloseTo(
    1 - jStat.chisquare.cdf(6.72, 5),
    9,
  );
  expect(chiSquareP([400, 0], [200, 200])).toBeLessThan(1e-80);
});

test('a surprise beyond all numbers has no chance', () => {
  expect(upperIncompleteGamma(3, Number.POSITIVE_INFINITY)).toBe(0);
  expect(upperIncompleteGamma(3, 1e300)).toBe(0);
});

test('cells that do not fit are refused', () => {
  expect(() => chiSquareP([1], [1])).toThrow('two at least');
  expect(() => chiSquareP([1, 2], [1, 1, 1])).toThrow('2 cells and expected 3');
  expect(() => chiSquareP([0, 0], [0, 0])).toThrow('expected counts are 0, 0');
  expect(() => chiSquareP([1, Number.NaN], [1, 1])).toThrow('observed counts are 1, NaN');
});
