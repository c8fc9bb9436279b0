import type { Redis } from 'ioredis';
import { brokenLaws } from '../../src/funnel/conservation.ts';
import { encodeSku, type Sku } from '../../src/funnel/sku.ts';
import { cacheKey, connectCache, SkuCache } from '../../src/funnel/sku-cache.ts';
import type { Lab, Row } from '../../src/lab/experiment.ts';
import { patient } from '../../src/lab/open-funnel.ts';
import { observe } from '../../src/servers/redis.ts';
import type { RedisServer } from '../../src/servers/server.ts';
import type { Random } from '../../src/workload/random.ts';
import { keysLeft, limitMemory, readPressure } from './limited-redis.ts';
import type { Condition } from './plan.ts';

/** Sentinels that are written for each read of a hot key. */
export const sentinelsARead = 10;
const pageIds = 100;
const readsBefore = 5;

interface Parts {
  readonly condition: Condition;
  readonly server: RedisServer;
  readonly redis: Redis;
  readonly connection: Redis;
  readonly cache: SkuCache;
  readonly hot: readonly Sku[];
  readonly random: Random;
}

/** A Redis under one condition, and what the flood has done to it. */
export class Flooded {
  readonly #parts: Parts;
  #sentinels = 0;
  #reads = 0;
  #hits = 0;
  #reloads = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** An empty Redis of its own; `hot` are the rows that are asked for all the time. */
  static async open(condition: Condition, hot: readonly Sku[], lab: Lab): Promise<Flooded> {
    const server = await lab.stage.freshRedis();
    const redis = observe(server.options);
    const connection = await connectCache(server.options, patient.silenceMs);
    const name = Object.values(condition).join('/');
    // That the cache is refused is a result, and no news for the log of the run.
    const cache = new SkuCache(connection, lab.random('ttl', name), () => undefined);
    const random = lab.random('reads', name);
    return new Flooded({ condition, server, redis, connection, cache, hot, random });
  }

  get condition(): Condition {
    return this.#parts.condition;
  }

  /** Loads the hot keys, and gives Redis little more memory than they take. */
  async load(spareBytes: number): Promise<void> {
    const { condition, redis, cache, hot } = this.#parts;
    const { policy, policySet } = condition;
    const setPolicy = async () => {
      if (policy !== 'none') await redis.config('SET', 'maxmemory-policy', policy);
    };
    if (policySet === 'before loading') await setPolicy();
    if (condition.hotTtl) await cache.writeBackMany(hot.map((sku) => [sku.id, sku] as const));
    else await redis.mset(hot.flatMap((sku) => [cacheKey(sku.id), encodeSku(sku)]));
    if (policySet === 'after loading') await setPolicy();
    for (let round = 0; condition.readBefore && round < readsBefore; round++) {
      await Promise.all(hot.map((sku) => cache.read(sku.id)));
    }
    if (policy !== 'none') await limitMemory(redis, spareBytes);
  }

  /** Writes sentinels for these absent ids, and reads a hot key for every ten of them. */
  async flood(absentIds: readonly string[]): Promise<void> {
    for (let start = 0; start < absentIds.length; start += pageIds) {
      const page = absentIds.slice(start, start + pageIds);
      const reads = this.#someHot(Math.floor(page.length / sentinelsARead)).map((sku) =>
        this.#read(sku),
      );
      const { sent } = await this.#parts.cache.writeBackMany(page.map((id) => [id] as const));
      this.#sentinels += sent;
      await Promise.all(reads);
    }
  }

  /** Different ones: two that miss together would both write, and only one of them be heard. */
  #someHot(count: number): Sku[] {
    const { hot, random } = this.#parts;
    const some = new Set<Sku>();
    while (some.size < count) some.add(hot[random.below(hot.length)]!);
    return [...some];
  }

  /** As the funnel does: what is not in the cache any more is written back. */
  async #read(sku: Sku): Promise<void> {
    const { kind } = await this.#parts.cache.read(sku.id);
    this.#reads++;
    if (kind === 'value') {
      this.#hits++;
      return;
    }
    this.#reloads++;
    await this.#parts.cache.writeBack(sku.id, sku);
  }

  /** What is left, held against what was sent. */
  async row(): Promise<Row> {
    const { condition, redis, cache, hot } = this.#parts;
    const hotLeft = await keysLeft(
      redis,
      hot.map(({ id }) => id),
    );
    const { keys, refused, evictedKeys, expiredKeys, set } = await readPressure(redis);
    const sent = this.#sentinels + this.#reloads;
    const loads = condition.hotTtl ? hot.length : 0;
    const laws = [
      { name: 'SETs', measured: set, expected: loads + sent },
      { name: 'refused writes', measured: cache.faults.writeFailures, expected: refused },
      {
        name: 'keys = loaded + written - refused - evicted - expired',
        measured: keys,
        expected: hot.length + sent - refused - evictedKeys - expiredKeys,
      },
    ];
    return {
      ...condition,
      ...{ hot: hot.length, sentinels: this.#sentinels, reads: this.#reads, hits: this.#hits },
      ...{ hotLeft, evicted: evictedKeys, refused },
      lawsBroken: brokenLaws(laws),
    };
  }

  async close(): Promise<void> {
    const { redis, connection, server } = this.#parts;
    redis.disconnect();
    connection.disconnect();
    await server.stop();
  }
}
