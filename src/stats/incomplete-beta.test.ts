import { jStat } from 'jstat';
import { expect, test } from 'vitest';
import { incompleteBeta, inverseIncompleteBeta } from './incomplete-beta.ts';

// From scipy.special.betainc (Boost).
test.each([
  [0.3, 2.5, 4, 0.3521975859067672],
  [0.0123, 12, 989, 0.5731449632013659],
  [0.4, 17, 25, 0.4830328617206466],
  [0.2, 240, 1000, 0.7206688727810817],
  [0.01, 99_826, 9_900_175, 0.710291987225433],
])('I_%d(%d, %d) is the published value', (x, a, b, value) => {
  expect(incompleteBeta(x, a, b) / value).toBeCloseTo(1, 8);
});

test('agrees with jstat for small and large shapes, on both sides of the mean', () => {
  const shapes = [1, 2, 3.5, 17, 240, 5000];
  for (const a of shapes) {
    for (const b of shapes) {
      const mean = a / (a + b);
      for (const x of [mean / 2, mean, (1 + mean) / 2]) {
        // jstat itself stops at 3e-7.
        expect(incompleteBeta(x, a, b)).toBeCloseTo(jStat.beta.cdf(x, a, b), 6);
      }
    }
  }
});

test('has the closed forms x^a, 1 - (1-x)^b and 1/2 in the middle', () => {
  expect(incompleteBeta(0.3, 5, 1)).toBeCloseTo(0.3 ** 5, 15);
  expect(incompleteBeta(0.3, 1, 5)).toBeCloseTo(1 - 0.7 ** 5, 15);
  for (const a of [1, 7, 1e4, 1e8]) expect(incompleteBeta(0.5, a, a)).toBeCloseTo(0.5, 7);
});

test('is 0 and 1 at the ends', () => {
  expect(incompleteBeta(0, 3, 4)).toBe(0);
  expect(incompleteBeta(1, 3, 4)).toBe(1);
});

test('the inverse leads back', () => {
  for (const probability of [5e-7, 0.025, 0.5, 0.975]) {
    const x = inverseIncompleteBeta(probability, 12, 989);
    expect(incompleteBeta(x, 12, 989) / probability).toBeCloseTo(1, 10);
  }
});
