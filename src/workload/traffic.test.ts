import { expect, test } from 'vitest';
import { contiguous, withHoles } from './population.ts';
import { random } from './random.ts';
import {
  deletedTraffic,
  holesTraffic,
  mixTraffic,
  randomTraffic,
  repeatTraffic,
  requests,
  type Traffic,
  zipfianTraffic,
} from './traffic.ts';

const population = withHoles(1000);
const makers: Record<string, (seed: string) => Traffic> = {
  random: (seed) => randomTraffic(random(seed), 10_000_000),
  deleted: (seed) => deletedTraffic(random(seed), [3, 1, 4, 6]),
  zipfian: (seed) => zipfianTraffic(random(seed), population),
  holes: (seed) => holesTraffic(random(seed), population),
  mix: (seed) =>
    mixTraffic(random(seed), [
      { traffic: randomTraffic(random(seed, 'part'), 10_000_000), weight: 1 },
      { traffic: repeatTraffic(200_100), weight: 1 },
    ]),
};

test.each(Object.entries(makers))('%s: same seed, same requests; other seed, others', (_, make) => {
  expect(requests(make('1'), 200)).toEqual(requests(make('1'), 200));
  expect(requests(make('1'), 200)).not.toEqual(requests(make('2'), 200));
});

test('repeat asks for one absent id', () => {
  expect([...requests(repeatTraffic(200_100), 3)]).toEqual([200_100, 200_100, 200_100]);
});

test('random asks for 1 … maxId, both ends included', () => {
  const ids = requests(randomTraffic(random('1'), 3), 100);
  expect(new Set(ids)).toEqual(new Set([1, 2, 3]));
  const wide = requests(makers.random!('1'), 100_000);
  expect(Math.min(...wide)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...wide)).toBeGreaterThan(9_990_000);
  expect(Math.max(...wide)).toBeLessThanOrEqual(10_000_000);
});

test('deleted asks for the given ids only', () => {
  expect(new Set(requests(makers.deleted!('1'), 200))).toEqual(new Set([1, 3, 4, 6]));
});

test('zipfian asks for present ids, and its hottest ones are no neighbours', () => {
  const counts = new Map<number, number>();
  for (const id of requests(makers.zipfian!('1'), 50_000)) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  expect([...counts.keys()].every((id) => population.has(id))).toBe(true);
  const hot = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5);
  expect(hot[0]![1] / hot[1]![1]).toBeCloseTo(2 ** 0.99, 0);
  const ids = hot.map(([id]) => id).sort((a, b) => a - b);
  expect(ids.slice(1).every((id, index) => id - ids[index]! > 2)).toBe(true);
});

test('holes asks for every absent id below the largest present one and no other', () => {
  const asked = new Set(requests(holesTraffic(random('1'), withHoles(17)), 500));
  expect([...asked].sort((a, b) => a - b)).toEqual([5, 10, 15, 20]);
});

test('a mix keeps the shares of its parts', () => {
  const part = (id: number, weight: number) => ({ traffic: repeatTraffic(id), weight });
  const ids = requests(mixTraffic(random('1'), [part(1, 1), part(2, 0), part(3, 3)]), 10_000);
  const share = (id: number) => ids.filter((asked) => asked === id).length / ids.length;
  // Five standard deviations of the share are 0.022.
  expect(Math.abs(share(1) - 0.25)).toBeLessThan(0.022);
  expect(share(2)).toBe(0);
  expect(share(1) + share(3)).toBe(1);
});

test('streams that cannot be are refused by name', () => {
  const chance = random('1');
  expect(() => randomTraffic(chance, 0)).toThrow('maxId is 0');
  expect(() => deletedTraffic(chance, [])).toThrow('deleted is empty');
  expect(() => holesTraffic(chance, contiguous(10))).toThrow('population is contiguous-10');
  expect(() => zipfianTraffic(chance, contiguous(0))).toThrow('size is 0');
  expect(() => mixTraffic(chance, [])).toThrow('weights');
  expect(() => mixTraffic(chance, [{ traffic: repeatTraffic(200_100), weight: -1 }])).toThrow(
    'weights are -1',
  );
});
