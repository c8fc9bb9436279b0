import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type Connection, createConnection } from 'mysql2/promise';
import type { ServerCounts } from '../funnel/conservation.ts';
import type { Funnel } from '../funnel/funnel.ts';
import { NEWS_KEY } from '../funnel/id-stream.ts';
import { KEY_PREFIX } from '../funnel/sku-cache.ts';
import { databaseName, skuTable } from '../funnel/sku-schema.ts';
import type { SkuTable } from '../funnel/sku-table.ts';
import {
  type ClientMeter,
  otherClientsSeen,
  readMysqlAtRest,
  readMysqlMeter,
  readRedisMeter,
} from '../servers/meters.ts';
import { observe } from '../servers/redis.ts';
import type { MysqlServer, RedisServer } from '../servers/server.ts';
import type { ProcessSetup } from './funnel-calls.ts';
import { FunnelProcess } from './funnel-process.ts';
import {
  type Addresses,
  type Clients,
  type FunnelSetup,
  type Limits,
  openClients,
  openFunnel,
  patient,
  tableOptions,
} from './open-funnel.ts';

/** What the servers counted up to now; only differences mean anything. */
export interface Counts extends ServerCounts {
  readonly expired: number;
  /** Keys in the database in use, ours and others'. */
  readonly keys: number;
  readonly usedMemoryBytes: number;
}

/** A funnel whose filter has not been built: it lets everything through. */
interface ColdFunnel {
  readonly funnel: Funnel;
  readonly table: SkuTable;
}

interface SceneOptions {
  readonly redis: RedisServer;
  readonly mysql: MysqlServer;
  log(line: string): void;
  /** Told when rows of the table have been removed, and when they are all back. */
  onTableChanged(whole: boolean): void;
}

/** A server forgets a connection that we have closed only when it gets to it. */
const forgetPolls = 20;
const forgetPollMs = 50;

/** Connections of a funnel to Redis that its news add to the one for requests. */
const newsConnections = 2;

const keptRows = `${databaseName}.kept_rows`;

/**
 * A seeded table and an empty cache, made ready for one cell: funnels are opened on it, driven, and
 * what the servers counted meanwhile is read on connections apart, which count as little as they can.
 */
export class Scene {
  /** For looking at keys; the funnels have connections of their own. */
  readonly redis: Redis;
  readonly mysql: Connection;
  readonly #options: SceneOptions;
  readonly #closers: (() => Promise<unknown> | unknown)[] = [];
  #clients = 0;
  #withNews = 0;

  private constructor(options: SceneOptions, redis: Redis, mysql: Connection) {
    this.#options = options;
    this.redis = redis;
    this.mysql = mysql;
  }

  static async open(options: SceneOptions): Promise<Scene> {
    const redis = observe(options.redis.options);
    const mysql = await createConnection(options.mysql.options);
    // A connection that breaks while nothing is asked would end the process otherwise.
    mysql.on('error', () => {});
    const scene = new Scene(options, redis, mysql);
    await scene.clearKeys();
    // Filters would know what was announced in another scene.
    await redis.unlink(NEWS_KEY);
    return scene;
  }

  /** A funnel on this table, its filter built; it is closed with the scene. */
  async funnel(setup: FunnelSetup): Promise<Funnel> {
    const { funnel } = await this.coldFunnel(setup);
    await funnel.rebuild();
    return funnel;
  }

  /** The same, its filter not built yet, with the table that it asks. */
  async coldFunnel(setup: FunnelSetup): Promise<ColdFunnel> {
    const { news, log = this.#options.log } = setup;
    const clients = await this.clients(tableOptions(setup), news ? log : undefined);
    const funnel = openFunnel(clients, { ...setup, log });
    return { funnel, table: clients.table };
  }

  /** A funnel in a process of its own, its filter built; it is stopped with the scene. */
  async funnelProcess(setup: ProcessSetup): Promise<FunnelProcess> {
    const { log } = this.#options;
    const funnel = await FunnelProcess.open(this.#addresses, setup, log);
    this.#closers.push(() => funnel.stop());
    this.#clients++;
    if (setup.news) this.#withNews++;
    return funnel;
  }

  /** What answers requests needs of both servers; it is closed with the scene. */
  async clients(limits: Limits = patient, newsLog?: (line: string) => void): Promise<Clients> {
    const clients = await openClients(this.#addresses, limits, newsLog);
    this.#closers.push(() => clients.close());
    this.#clients++;
    if (newsLog !== undefined) this.#withNews++;
    return clients;
  }

  get #addresses(): Addresses {
    const { redis, mysql } = this.#options;
    return { redis: redis.options, mysql: mysql.options };
  }

  /**
   * Begins to watch for others who use the same servers. The function that is returned tells
   * whether any were seen; then the servers' counters say nothing about us. No clients may be
   * opened in between, and each must do with one connection to MySQL. Nobody else is on private
   * servers.
   */
  async watchOthers(): Promise<() => Promise<boolean>> {
    const { redis, mysql } = this.#options;
    // Ours here, one for each clients, and the one that holds the lock of a given server.
    const own = 2 + this.#clients;
    const watched = [
      {
        server: redis,
        read: () => readRedisMeter(this.redis),
        own: own + newsConnections * this.#withNews,
      },
      { server: mysql, read: () => readMysqlMeter(this.mysql), own },
    ].filter(({ server }) => !server.private);
    const before = await Promise.all(watched.map((one) => atRest(one.read, one.own)));
    return async () => {
      const after = await Promise.all(watched.map((one) => one.read()));
      return watched.some((one, at) => otherClientsSeen(before[at]!, after[at]!, one.own));
    };
  }

  async counts(): Promise<Counts> {
    const [redis, mysql] = await Promise.all([
      readRedisMeter(this.redis),
      readMysqlAtRest(this.mysql),
    ]);
    return {
      gets: redis.get,
      sets: redis.set,
      selects: mysql.comSelect,
      expired: redis.expiredKeys,
      keys: redis.keys,
      usedMemoryBytes: redis.usedMemoryBytes,
    };
  }

  /** The names of our keys, at most `limit`. */
  async keys(limit = Number.POSITIVE_INFINITY): Promise<string[]> {
    const keys = new Set<string>();
    for await (const page of this.redis.scanStream({ match: `${KEY_PREFIX}*`, count: 1_000 })) {
      for (const key of page as string[]) if (keys.size < limit) keys.add(key);
      if (keys.size >= limit) break;
    }
    return [...keys];
  }

  /** Removes our keys and no others. */
  async clearKeys(): Promise<void> {
    const keys = await this.keys();
    for (let start = 0; start < keys.length; start += 1_000) {
      await this.redis.unlink(keys.slice(start, start + 1_000));
    }
  }

  /**
   * Deletes rows by SQL, as another program would: cache and filter do not hear of it. Called once
   * at most; the rows are back when the scene is closed.
   */
  async deleteRows(ids: readonly number[]): Promise<void> {
    this.#options.onTableChanged(false);
    const condition = 'WHERE id IN (?)';
    await this.mysql.query(
      `CREATE TEMPORARY TABLE ${keptRows} AS SELECT * FROM ${skuTable} ${condition}`,
      [ids],
    );
    await this.mysql.query(`DELETE FROM ${skuTable} ${condition}`, [ids]);
    this.#closers.push(async () => {
      await this.mysql.query(`INSERT INTO ${skuTable} SELECT * FROM ${keptRows}`);
      this.#options.onTableChanged(true);
    });
  }

  /**
   * Lets the cell add rows with ids above those of the population, through funnels or by SQL. They
   * are gone when the scene is closed.
   */
  removeRowsAbove(maxId: number): void {
    this.#options.onTableChanged(false);
    this.#closers.push(async () => {
      await this.mysql.query(`DELETE FROM ${skuTable} WHERE id > ?`, [maxId]);
      this.#options.onTableChanged(true);
    });
  }

  /** Leaves nothing of ours behind on a given server but the seeded table. */
  async close(): Promise<void> {
    try {
      // A private Redis keeps its keys: they may be measured when nobody is connected any more.
      if (!this.#options.redis.private) await this.clearKeys();
    } finally {
      await Promise.all(this.#closers.map((close) => close()));
      // Not before: who followed the stream would begin another.
      await this.redis.unlink(NEWS_KEY).catch(() => undefined);
      this.redis.disconnect();
      this.mysql.destroy();
    }
  }
}

/** The meter when only `own` connections are left, or as it is after a second. */
async function atRest(read: () => Promise<ClientMeter>, own: number): Promise<ClientMeter> {
  let meter = await read();
  for (let poll = 0; poll < forgetPolls && meter.clients > own; poll++) {
    await delay(forgetPollMs);
    meter = await read();
  }
  return meter;
}
