import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleSku } from '../funnel/sku.test.fixture.ts';
import { cacheKey, connectCache } from '../funnel/sku-cache.ts';
import { callsBetween, readCommandCalls } from '../servers/meters.ts';
import { startRedis } from '../servers/redis.ts';
import type { RedisServer } from '../servers/server.ts';
import { NullCache, nullPlaceholder } from './null-cache.ts';
import { hasRedisBloom, RedisBloomFilter } from './redisbloom-filter.ts';
import { configChanged, RedissonFilter } from './redisson-filter.ts';
import { ShopService } from './shop-service.ts';

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis({ private: true, log() {} });
  redis = await connectCache(server.options);
});
afterAll(async () => {
  redis?.disconnect();
  await server?.stop();
});
beforeEach(async () => {
  await redis.flushdb();
});

/** The calls of each command that `task` costs. */
async function calls(task: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readCommandCalls(redis);
  await task();
  return callsBetween(before, await readCommandCalls(redis));
}

/** A table of the ids 1 … 10. */
const table = {
  async find(id: string) {
    return { sku: Number(id) <= 10 ? exampleSku({ id }) : undefined, version: 0 };
  },
};

describe('RedissonFilter', () => {
  it('keeps its configuration beside the bits, and tells a second client that it is there', async () => {
    const first = new RedissonFilter(redis, 'shops');
    expect(await first.tryInit(10_000, 0.01)).toBe(true);
    expect(await redis.hgetall('{shops}:config')).toEqual({
      size: '95850',
      hashIterations: '7',
      expectedInsertions: '10000',
      falseProbability: '0.01',
    });
    expect(new RedissonFilter(redis, 'a{b}c').configName).toBe('a{b}c:config');
    expect(await new RedissonFilter(redis, 'shops').tryInit(10_000, 0.01)).toBe(false);
  });

  it('asks all seven bits and the configuration in one round trip', async () => {
    const filter = new RedissonFilter(redis, 'shops');
    await filter.tryInit(10_000, 0.01);
    await filter.add([1, 2, 3]);
    expect(await calls(() => filter.contains(2))).toEqual({ eval: 1, hget: 2, getbit: 7 });
    expect([await filter.contains(3), await filter.contains(200_100)]).toEqual([true, false]);
    const other = new RedissonFilter(redis, 'shops');
    expect(await calls(() => other.contains(2))).toMatchObject({ hgetall: 1, eval: 1 });
  });

  it('fails where there is no filter, and where an object holds to another shape', async () => {
    await expect(new RedissonFilter(redis, 'shops').contains(1)).rejects.toThrow('not initialized');
    await new RedissonFilter(redis, 'shops').tryInit(10_000, 0.01);
    const other = new RedissonFilter(redis, 'shops');
    await other.tryInit(20_000, 0.01);
    await expect(other.contains(1)).rejects.toThrow(configChanged);
    await expect(other.add([1])).rejects.toThrow(configChanged);
  });
});

describe('ShopService', () => {
  const open = (filter = { contains: async (_: number) => true }) =>
    new ShopService({ redis, table, filter: () => filter });

  it('keeps an empty text for two minutes for a shop that is not there', async () => {
    const shop = open();
    expect(await shop.detail(11)).toEqual({ outcome: 'db-miss' });
    expect([await redis.get(cacheKey('11')), await redis.ttl(cacheKey('11'))]).toEqual(['', 120]);
    expect(await shop.detail(11)).toEqual({ outcome: 'sentinel-hit' });
  });

  it('asks for a row once, and nothing at all behind a filter that says no', async () => {
    const shop = open();
    expect(await shop.detail(1)).toMatchObject({ outcome: 'db-hit', sku: { id: '1' } });
    expect(await shop.detail(1)).toMatchObject({ outcome: 'cache-hit', sku: { id: '1' } });
    const refusing = open({ contains: async () => false });
    expect(await calls(() => refusing.detail(1))).toEqual({});
  });
});

describe('NullCache', () => {
  it('gives null for an absent id once, and then its placeholder', async () => {
    const cache = new NullCache(redis, table);
    expect(await cache.detail(11)).toEqual({ outcome: 'db-miss', given: null });
    expect(await redis.ttl(cacheKey('11'))).toBe(30);
    const again = await cache.detail(11);
    expect(again).toMatchObject({ outcome: 'sentinel-hit' });
    expect(again.given).toBe(nullPlaceholder);
  });

  it('gives the row of a present id from MySQL and from Redis', async () => {
    const cache = new NullCache(redis, table);
    for (const outcome of ['db-hit', 'cache-hit']) {
      const answer = await cache.detail(1);
      expect(answer).toMatchObject({ outcome, given: { id: '1' } });
    }
    expect(await redis.ttl(cacheKey('1'))).toBe(300);
  });
});

describe('RedisBloomFilter', () => {
  it('answers where the server has it, and is refused where it has not', async () => {
    const filter = new RedisBloomFilter(redis, 'shops');
    if (await hasRedisBloom(redis)) {
      await filter.reserve(1_000, 0.01);
      await filter.add([1, 2, 3]);
      expect([await filter.contains(3), await filter.contains(200_100)]).toEqual([true, false]);
    } else {
      await expect(filter.reserve(1_000, 0.01)).rejects.toThrow('unknown command');
    }
  });
});
