import { expect, test } from 'vitest';
import { chiSquareP } from '../stats/chi-square.ts';
import { random } from './random.ts';
import { zipf } from './zipf.ts';

const draws = 200_000;

test.each([0.2, 0.99, 1, 1 + 1e-9, 1.5, 3])('exponent %d follows the exact law', (exponent) => {
  const size = 20;
  const draw = zipf(size, exponent, random('zipf', String(exponent)));
  const counts = new Array<number>(size).fill(0);
  for (let n = 0; n < draws; n++) counts[draw() - 1]! += 1;
  const weights = counts.map((_, index) => (index + 1) ** -exponent);
  const total = weights.reduce((sum, weight) => sum + weight);
  const expected = weights.map((weight) => (weight / total) * draws);
  expect(chiSquareP(counts, expected)).toBeGreaterThan(1e-4);
});

test('a long range follows it too, by powers of four', () => {
  const size = 4 ** 9 - 1;
  const draw = zipf(size, 0.99, random('zipf', 'long'));
  const band = (rank: number) => Math.floor(Math.log2(rank) / 2);
  const counts = new Array<number>(9).fill(0);
  for (let n = 0; n < draws; n++) counts[band(draw())]! += 1;
  const expected = new Array<number>(9).fill(0);
  for (let rank = 1; rank <= size; rank++) expected[band(rank)]! += rank ** -0.99;
  const total = expected.reduce((sum, weight) => sum + weight);
  expect(
    chiSquareP(
      counts,
      expected.map((weight) => (weight / total) * draws),
    ),
  ).toBeGreaterThan(1e-4);
});

test('extreme sizes and exponents stay in the range', () => {
  for (const [size, exponent] of [
    [1, 0.99],
    [2, 50],
    [2 ** 52, 0.01],
    [2 ** 52, 30],
  ] as const) {
    const draw = zipf(size, exponent, random('extreme'));
    for (let n = 0; n < 1000; n++) {
      const rank = draw();
      expect(Number.isSafeInteger(rank) && rank >= 1 && rank <= size).toBe(true);
    }
  }
});

test('sizes and exponents that mean nothing are refused by name', () => {
  const chance = random('x');
  expect(() => zipf(0, 1, chance)).toThrow('size is 0');
  for (const exponent of [0, -1, Number.NaN, Infinity]) {
    expect(() => zipf(10, exponent, chance)).toThrow(`exponent is ${exponent}`);
  }
});
