import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { chiSquareP } from '../stats/chi-square.ts';
import { random } from '../workload/random.ts';
import { jitteredTtlSeconds, SkuCache } from './sku-cache.ts';

test('sentinels with base 60 live 60 … 90 whole seconds, each equally likely', () => {
  const source = random('jitter');
  const counts = new Array<number>(31).fill(0);
  for (let draw = 0; draw < 31_000; draw++) counts[jitteredTtlSeconds(60, source, 0.5) - 60]!++;
  expect(counts).toHaveLength(31);
  expect(chiSquareP(counts, new Array<number>(31).fill(1_000))).toBeGreaterThan(1e-6);
  const again = random('jitter');
  expect(jitteredTtlSeconds(60, again, 0.5)).toBe(jitteredTtlSeconds(60, random('jitter'), 0.5));
});

test.each([
  { base: 1, jitter: 0, lives: [1] },
  { base: 1, jitter: 0.05, lives: [1, 2] },
  { base: 1, jitter: 0.5, lives: [1, 2] },
  { base: 57, jitter: 6 / 57, lives: [57, 58, 59, 60, 61, 62, 63] },
  { base: 60, jitter: 0, lives: [60] },
  { base: 3, jitter: 1, lives: [3, 4, 5, 6] },
])('base $base s with jitter $jitter gives the whole seconds $lives', ({ base, jitter, lives }) => {
  const source = random('lives');
  const drawn = Array.from({ length: 1_000 }, () => jitteredTtlSeconds(base, source, jitter));
  expect([...new Set(drawn)].toSorted((a, b) => a - b)).toEqual(lives);
});

test.each([0, -1, 1.5, Number.NaN, 86_401])('a TTL of %d s is refused at the start', (ttl) => {
  const redis = new Redis({ lazyConnect: true, replyMapping: 'legacy' });
  for (const options of [{ sentinelTtlSeconds: ttl }, { valueTtlSeconds: ttl }]) {
    expect(() => new SkuCache(redis, random('x'), () => {}, options)).toThrow(/TtlSeconds/);
  }
});

test.each([-0.1, 1.1, Number.NaN, Infinity])('a jitter of %d is refused at the start', (jitter) => {
  const redis = new Redis({ lazyConnect: true, replyMapping: 'legacy' });
  expect(() => new SkuCache(redis, random('x'), () => {}, { jitter })).toThrow('jitter');
});
