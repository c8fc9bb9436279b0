import { expect, test } from 'vitest';
import { contiguous, type Population, withHoles } from './population.ts';

function members(population: Population): number[] {
  const upTo = Array.from({ length: population.maxId + 10 }, (_, id) => id);
  return upTo.filter((id) => population.has(id));
}

test('a contiguous population is 1 … count', () => {
  const population = contiguous(4);
  expect(members(population)).toEqual([1, 2, 3, 4]);
  expect(population.maxId).toBe(4);
});

test('every fifth id is a hole', () => {
  const population = withHoles(9);
  expect(members(population)).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 11]);
  expect(population.maxId).toBe(11);
});

test.each([contiguous(0), contiguous(2500), withHoles(0), withHoles(2501), withHoles(2500, 2)])(
  '$name lists by index exactly what it has',
  (population) => {
    const listed = Array.from({ length: population.count }, (_, index) => population.at(index));
    expect(listed).toEqual(members(population));
    expect(population.maxId).toBe(listed.at(-1) ?? 0);
  },
);

test('what is no id is not in it', () => {
  for (const id of [0, -1, 1.5, Number.NaN, Infinity]) {
    expect(contiguous(10).has(id)).toBe(false);
    expect(withHoles(10).has(id)).toBe(false);
  }
});

test('impossible sizes are refused by name', () => {
  for (const count of [-1, 1.5, Number.NaN, 2 ** 53]) {
    expect(() => contiguous(count)).toThrow(`count is ${count}`);
    expect(() => withHoles(count)).toThrow(`count is ${count}`);
  }
  for (const every of [1, 0, 2.5]) expect(() => withHoles(10, every)).toThrow(`every is ${every}`);
});
