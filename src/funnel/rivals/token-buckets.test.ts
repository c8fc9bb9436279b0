import { expect, test } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

const limit = { perSecond: 5, burst: 10, clients: 100 };

/** Requests that pass of `count` at one time. */
function passing(buckets: TokenBuckets, client: string, atSeconds: number, count: number): number {
  let passed = 0;
  for (let i = 0; i < count; i++) if (buckets.take(client, atSeconds)) passed++;
  return passed;
}

test('a client has its burst at once, and then its rate', () => {
  const buckets = new TokenBuckets(limit);
  expect(passing(buckets, 'a', 0, 20)).toBe(10);
  expect(passing(buckets, 'a', 0.2, 20)).toBe(1);
  expect(passing(buckets, 'a', 1.2, 20)).toBe(5);
});

test('a rest fills the bucket and no more', () => {
  const buckets = new TokenBuckets(limit);
  passing(buckets, 'a', 0, 20);
  expect(passing(buckets, 'a', 1_000, 20)).toBe(10);
});

test('an attack for T seconds passes burst + T x rate times at most', () => {
  const buckets = new TokenBuckets(limit);
  let passed = 0;
  for (let tick = 0; tick < 10_000; tick++) passed += passing(buckets, 'a', tick / 1_000, 1);
  expect(passed).toBe(10 + 49);
});

test('clients do not take from each other', () => {
  const buckets = new TokenBuckets(limit);
  passing(buckets, 'a', 0, 20);
  expect(passing(buckets, 'b', 0, 20)).toBe(10);
});

test('no more clients are remembered than asked for', () => {
  const buckets = new TokenBuckets({ ...limit, clients: 2 });
  for (const client of ['a', 'b', 'c']) passing(buckets, client, 0, 20);
  expect(buckets.size).toBe(2);
  expect(passing(buckets, 'a', 0, 20)).toBe(10);
});
