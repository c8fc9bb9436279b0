import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { chiSquareP } from '../stats/chi-square.test.fixture.ts';
import { random } from '../workload/random.ts';
import { jitteredTtlSeconds, SkuCache } from './sku-cache.ts';

test('sentinels with base 60 live 60 … 90 whole seconds, each equally likely', () => {
  const source = random('jitter');
  const counts = new Array<number>(31).fill(0);
  for (let draw = 0; draw < 31_000; draw++) counts[jitteredTtlSeconds(60, source) - 60]!++;
  expect(counts).toHaveLength(31);
  expect(chiSquareP(counts, new Array<number>(31).fill(1_000))).toBeGreaterThan(1e-6);
  const again = random('jitter');
  expect(jitteredTtlSeconds(60, again)).toBe(jitteredTtlSeconds(60, random('jitter')));
});

test('a base of one second never gives less', () => {
  const source = random('jitter');
  const ttls = new Set(Array.from({ length: 1_000 }, () => jitteredTtlSeconds(1, source)));
  expect([...ttls].sort()).toEqual([1, 2]);
});

test.each([0, -1, 1.5, Number.NaN, 86_401])('a TTL of %d s is refused at the start', (ttl) => {
  const redis = new Redis({ lazyConnect: true, replyMapping: 'legacy' });
  for (const options of [{ sentinelTtlSeconds: ttl }, { valueTtlSeconds: ttl }]) {
    expect(() => new SkuCache(redis, random('x'), () => {}, options)).toThrow(/TtlSeconds/);
  }
});
