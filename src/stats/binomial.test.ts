import { expect, test } from 'vitest';
import { atLeast, atMost } from './binomial.ts';

// Summed term by term in decimal arithmetic of 50 digits.
test.each([
  [11, 20, 0.3, 0.01714481643125844],
  [260, 20_000, 0.01, 2.51496014549e-5],
  [182_200, 18_000_000, 0.01, 9.94708096e-8],
  [4400, 40_000_000, 0.0001, 2.5085981236e-10],
])('the chance of at least %i of %i at %d is the sum of its terms', (hits, trials, p, chance) => {
  expect(atLeast({ hits, trials, p }) / chance).toBeCloseTo(1, 5);
});

test.each([
  [3, 20, 0.3, 0.107086804504373],
  [150, 20_000, 0.01, 0.0001229197382],
  [177_800, 18_000_000, 0.01, 8.91919283002112e-8],
])('the chance of at most %i of %i at %d is the sum of its terms', (hits, trials, p, chance) => {
  expect(atMost({ hits, trials, p }) / chance).toBeCloseTo(1, 5);
});

test('the two sides add up to 1, and the ends are sure', () => {
  for (const hits of [1, 5, 20]) {
    const shape = { trials: 20, p: 0.2 };
    expect(atLeast({ ...shape, hits }) + atMost({ ...shape, hits: hits - 1 })).toBeCloseTo(1, 12);
  }
  expect(atLeast({ hits: 0, trials: 5, p: 0 })).toBe(1);
  expect(atLeast({ hits: 1, trials: 5, p: 0 })).toBe(0);
  expect(atLeast({ hits: 6, trials: 5, p: 1 })).toBe(0);
  expect(atMost({ hits: 5, trials: 5, p: 1 })).toBe(1);
  expect(atMost({ hits: 4, trials: 5, p: 1 })).toBe(0);
  expect(atMost({ hits: -1, trials: 5, p: 0 })).toBe(0);
});
