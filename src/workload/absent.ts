import { usageError } from '../errors.ts';
import { permutation } from './permutation.ts';
import type { Population } from './population.ts';
import type { Random } from './random.ts';

/**
 * Every id of 1 … `range` that does not exist, each exactly once, in random order and in O(1)
 * memory: what an attacker meets who enumerates the id space. Take as many as are needed.
 */
export function* distinctAbsent(
  population: Population,
  range: number,
  random: Random,
): Generator<number, void, undefined> {
  const place = permutation(range, random);
  for (let index = 0; index < range; index++) {
    const id = place(index) + 1;
    if (!population.has(id)) yield id;
  }
}

/** `count` distinct ids that exist, in random order: for instance those that are to be deleted. */
export function distinctPresent(population: Population, count: number, random: Random): number[] {
  if (!Number.isSafeInteger(count) || count < 0 || count > population.count) {
    throw usageError(`count is ${count}; it must be an integer from 0 to ${population.count}`);
  }
  if (count === 0) return [];
  const place = permutation(population.count, random);
  return Array.from({ length: count }, (_, index) => population.at(place(index)));
}
