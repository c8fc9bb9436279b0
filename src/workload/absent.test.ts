import { expect, test } from 'vitest';
import { distinctAbsent, distinctPresent } from './absent.ts';
import { contiguous, withHoles } from './population.ts';
import { random } from './random.ts';

test('a million absent and all present ids are distinct and disjoint, and cover the range', () => {
  const population = contiguous(200_000);
  const seen = new Uint8Array(10_000_001);
  let count = 0;
  let largest = 0;
  for (const id of distinctAbsent(population, 10_000_000, random('1'))) {
    if (++count > 1_000_000) break;
    seen[id]! += 1;
    largest = Math.max(largest, id);
  }
  for (let id = 1; id <= population.count; id++) seen[id]! += 1;
  expect(seen.every((times) => times <= 1)).toBe(true);
  expect(seen.reduce((sum, times) => sum + times, 0)).toBe(1_200_000);
  expect(largest).toBeGreaterThan(9_990_000);
});

test('ends when every absent id has been given, holes included', () => {
  const ids = [...distinctAbsent(withHoles(8), 12, random('1'))];
  expect(ids.sort((a, b) => a - b)).toEqual([5, 10, 11, 12]);
});

test('the same seed gives the same ids, another seed others', () => {
  const first = (seed: string) => {
    const ids = distinctAbsent(contiguous(50), 1000, random(seed));
    return Array.from({ length: 20 }, () => ids.next().value);
  };
  expect(first('1')).toEqual(first('1'));
  expect(first('1')).not.toEqual(first('2'));
});

test('present ids are distinct members', () => {
  const population = withHoles(100);
  const ids = distinctPresent(population, 100, random('1'));
  expect(new Set(ids).size).toBe(100);
  expect(ids.every((id) => population.has(id))).toBe(true);
});

test('asking for more present ids than there are is refused', () => {
  expect(() => distinctPresent(contiguous(3), 4, random('1'))).toThrow('count is 4');
});
