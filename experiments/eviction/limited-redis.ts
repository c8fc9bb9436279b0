import type { Redis } from 'ioredis';
import { cacheKey } from '../../src/funnel/sku-cache.ts';
import { type RedisMeter, readRedisMeter } from '../../src/servers/meters.ts';
import { parseInfo } from '../../src/servers/redis-info.ts';

/** Gives Redis `spareBytes` above what it uses now. */
export async function limitMemory(redis: Redis, spareBytes: number): Promise<void> {
  // Its first use costs a histogram, which must not come out of what is spare.
  await redis.info('errorstats');
  const { usedMemoryBytes } = await readRedisMeter(redis);
  await redis.config('SET', 'maxmemory', usedMemoryBytes + spareBytes);
}

/** What Redis counts of its memory's end. */
export interface Pressure extends RedisMeter {
  /** Commands refused because they need memory. */
  readonly refused: number;
}

export async function readPressure(redis: Redis): Promise<Pressure> {
  const errors = parseInfo(await redis.info('errorstats')).get('errorstat_OOM');
  const refused = Number(/count=(\d+)/.exec(errors ?? '')?.[1] ?? 0);
  return { ...(await readRedisMeter(redis)), refused };
}

/** How many of these ids have a key; it is no use of the key in the sense of LRU and LFU. */
export async function keysLeft(redis: Redis, ids: readonly string[]): Promise<number> {
  return redis.exists(...ids.map(cacheKey));
}
