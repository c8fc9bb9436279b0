import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { cacheKey, SENTINEL } from '../../src/funnel/sku-cache.ts';
import type { Lab } from '../../src/lab/experiment.ts';
import { type RedisMeter, readRedisMeter } from '../../src/servers/meters.ts';
import { observe } from '../../src/servers/redis.ts';
import type { RedisServer } from '../../src/servers/server.ts';

/** How long what is held must not move before it is believed, and when it is believed anyway. */
const constantNs = 3_000_000_000n;
const longestNs = 30_000_000_000n;
const pollMs = 100;

/** An empty server has nothing to rehash. */
const emptyConstantNs = 500_000_000n;

/**
 * Cron ticks a second. An idle Redis moves a doubled table over for 1 ms a tick, and its memory
 * stands still until the last place: at the usual rate for longer than anybody would wait, at the
 * fast one for less than `constantNs` at 10^7 keys.
 */
const usualHz = 10;
const fastHz = 500;

/** An empty Redis of a cell's own, and a connection that looks at it. */
export interface FreshRedis {
  readonly server: RedisServer;
  readonly redis: Redis;
  /** The empty server, each command that is measured with used once. */
  readonly empty: RedisMeter;
  /** What is held once no rehash is left and it has been constant for 3 s, and the rest. */
  settled(): Promise<RedisMeter>;
}

/** Runs `task` on a fresh Redis and stops it. */
export async function onFreshRedis<T>(
  lab: Lab,
  task: (fresh: FreshRedis) => Promise<T>,
): Promise<T> {
  const server = await lab.stage.freshRedis();
  const redis = observe(server.options);
  try {
    await useCommands(redis);
    const empty = await settled(redis, lab, emptyConstantNs);
    return await task({ server, redis, empty, settled: () => settled(redis, lab, constantNs) });
  } finally {
    redis.disconnect();
    await server.stop();
  }
}

/** At its first use each command gets a latency histogram of about 25 kB, which is no sentinel's. */
async function useCommands(redis: Redis): Promise<void> {
  const key = cacheKey('0');
  await redis.config('SET', 'hz', usualHz);
  await redis.set(key, SENTINEL, 'EX', 60);
  await redis.get(key);
  await redis.scan('0');
  await redis.memory('USAGE', key);
  await redis.unlink(key);
}

async function settled(redis: Redis, lab: Lab, constantNs: bigint): Promise<RedisMeter> {
  await redis.config('SET', 'hz', fastHz);
  const meter = await constant(redis, lab, constantNs);
  await redis.config('SET', 'hz', usualHz);
  return meter;
}

async function constant(redis: Redis, lab: Lab, constantNs: bigint): Promise<RedisMeter> {
  const start = lab.now();
  let since = start;
  let last = await readRedisMeter(redis);
  for (;;) {
    await delay(pollMs, undefined, { signal: lab.signal });
    const meter = await readRedisMeter(redis);
    const now = lab.now();
    if (meter.heldBytes !== last.heldBytes) since = now;
    last = meter;
    if (now - since >= constantNs) return meter;
    if (now - start >= longestNs) {
      lab.log('the memory was not constant within 30 s; taken as it is');
      return meter;
    }
  }
}
