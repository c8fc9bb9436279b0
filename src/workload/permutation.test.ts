import { expect, test } from 'vitest';
import { chiSquareP } from '../stats/chi-square.ts';
import { permutation } from './permutation.ts';
import { random } from './random.ts';

function places(size: number, name = ''): number[] {
  const place = permutation(size, random('permutation', name));
  return Array.from({ length: size }, (_, index) => place(index));
}

test.each([1, 2, 3, 4, 5, 16, 17, 1000, 4096, 65_537])('is one to one on %i places', (size) => {
  const sorted = Float64Array.from(places(size)).sort();
  expect(sorted.every((place, index) => place === index)).toBe(true);
});

test('the same generator gives the same order, another one another', () => {
  expect(places(1000, 'a')).toEqual(places(1000, 'a'));
  expect(places(1000, 'a')).not.toEqual(places(1000, 'b'));
});

test('stays exact and spread out at the largest size', () => {
  const size = 2 ** 52;
  const place = permutation(size, random('wide'));
  const seen = Array.from({ length: 16_000 }, (_, index) => place(index));
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.every((value) => Number.isSafeInteger(value) && value >= 0 && value < size)).toBe(
    true,
  );
  expect(sixteenths(seen, size)).toBeGreaterThan(1e-4);
});

test('the first places of a long range are uniform, and so is the step between two', () => {
  const size = 10_000_000;
  const place = permutation(size, random('uniform'));
  const seen = Array.from({ length: 16_000 }, (_, index) => place(index));
  const steps = seen.map((value, index) => (value - (seen[index - 1] ?? 0) + size) % size);
  expect(sixteenths(seen, size)).toBeGreaterThan(1e-4);
  expect(sixteenths(steps, size)).toBeGreaterThan(1e-4);
});

test('impossible sizes are refused by name', () => {
  for (const size of [0, 1.5, 2 ** 52 + 1]) {
    expect(() => permutation(size, random('x'))).toThrow(`size is ${size}`);
  }
});

function sixteenths(values: readonly number[], size: number): number {
  const counts = new Array<number>(16).fill(0);
  for (const value of values) counts[Math.floor((value / size) * 16)]! += 1;
  return chiSquareP(counts, new Array<number>(16).fill(values.length / 16));
}
