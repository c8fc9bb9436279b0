import { Redis } from 'ioredis';
import { type Connection, createConnection } from 'mysql2/promise';
import { delta, readMysqlAtRest, readRedisMeter } from '../servers/meters.ts';
import { startMysql } from '../servers/mysql.ts';
import { startRedis } from '../servers/redis.ts';
import type { MysqlServer, RedisServer } from '../servers/server.ts';
import { contiguous } from '../workload/population.ts';
import { random } from '../workload/random.ts';
import type { ServerCounts } from './conservation.ts';
import { articleDefences } from './defences.ts';
import { type CacheStore, Funnel, type FunnelOptions, type TableStore } from './funnel.ts';
import { NEWS_KEY } from './id-stream.ts';
import { changed } from './interleave.ts';
import { seedSkus } from './seeding.ts';
import { type CacheOptions, connectCache, KEY_PREFIX, SkuCache } from './sku-cache.ts';
import { SkuTable, type TableOptions } from './sku-table.ts';

export const rows = 1_000;

/** A server that a busy machine keeps waiting is not down, where a test does not say so. */
export const patientMs = 60_000;

interface Opened {
  readonly funnel: Funnel;
  readonly cache: SkuCache;
  readonly table: SkuTable;
  /** What the funnel logged. */
  readonly lines: string[];
}

interface OpenOptions extends Partial<FunnelOptions> {
  readonly cacheOptions?: Partial<CacheOptions>;
  readonly tableOptions?: TableOptions;
  /** Longest silence of Redis; default {@link patientMs}. */
  readonly silenceMs?: number;
  /** Put between the funnel and its stores, to hold a request at a point. */
  readonly wrapTable?: (table: TableStore) => TableStore;
  readonly wrapCache?: (cache: CacheStore) => CacheStore;
}

/** Real servers with 1,000 SKUs, and funnels on them. */
export class Shop {
  readonly redis: Redis;
  readonly mysql: Connection;
  readonly servers: { readonly redis: RedisServer; readonly mysql: MysqlServer };
  readonly #closers: (() => unknown)[] = [];

  private constructor(servers: Shop['servers'], redis: Redis, mysql: Connection) {
    this.servers = servers;
    this.redis = redis;
    this.mysql = mysql;
  }

  static async open(): Promise<Shop> {
    const log = () => {};
    const [redis, mysql] = await Promise.all([
      startRedis({ private: true, log }),
      startMysql({ private: true, log }),
    ]);
    const connection = await createConnection(mysql.options);
    const client = new Redis({ ...redis.options, replyMapping: 'legacy' });
    client.on('error', () => undefined);
    const shop = new Shop({ redis, mysql }, client, connection);
    await shop.reset();
    return shop;
  }

  /** Exactly the SKUs 1 … 1000 in the table and nothing in the cache. */
  async reset(): Promise<void> {
    await Promise.all(this.#closers.splice(0).map((close) => close()));
    const population = contiguous(rows);
    await seedSkus({ server: this.servers.mysql.options, seed: 'shop', population });
    const keys = await this.keys();
    await this.redis.unlink([NEWS_KEY, ...keys]);
  }

  async open(options: OpenOptions = {}): Promise<Opened> {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const { silenceMs = patientMs, tableOptions } = options;
    const client = await connectCache(this.servers.redis.options, silenceMs);
    const cache = new SkuCache(client, random('shop', 'ttl'), log, options.cacheOptions);
    const patient = { waitMs: patientMs, queryMs: patientMs };
    const table = new SkuTable(this.servers.mysql.options, { ...patient, ...tableOptions });
    this.#closers.push(
      () => client.disconnect(),
      () => table.close(),
      () => options.news?.close(),
    );
    const { wrapCache = same, wrapTable = same } = options;
    const funnel = new Funnel(wrapCache(cache), wrapTable(table), {
      sentinels: true,
      log,
      ...options,
    });
    return { funnel, cache, table, lines };
  }

  /** The filter of a defence, made for a small shop. */
  filter(name: 'bloom' | 'range' | 'bitmap') {
    return articleDefences({ capacity: rows, p: 1e-6, log: () => {} })[name].filter!;
  }

  async counts(): Promise<ServerCounts> {
    const [redis, mysql] = [await readRedisMeter(this.redis), await readMysqlAtRest(this.mysql)];
    return { gets: redis.get, sets: redis.set, selects: mysql.comSelect };
  }

  /** What the servers counted while `task` ran. */
  async countsOf(task: () => Promise<unknown>): Promise<ServerCounts> {
    const before = await this.counts();
    await task();
    return delta(before, await this.counts());
  }

  keys(): Promise<string[]> {
    return this.redis.keys(`${KEY_PREFIX}*`);
  }

  async close(): Promise<void> {
    await Promise.all(this.#closers.splice(0).map((close) => close()));
    this.redis.disconnect();
    this.mysql.destroy();
    await Promise.all([this.servers.redis.stop(), this.servers.mysql.stop()]);
  }
}

function same<T>(store: T): T {
  return store;
}

/** A table whose answers wait at a gate after MySQL has given them: a slow reader. */
export function heldAfterFind(gate: Promise<void>, reached: () => void) {
  return (table: TableStore): TableStore =>
    changed(table, {
      find: async (id) => {
        const sku = await table.find(id);
        reached();
        await gate;
        return sku;
      },
    });
}
