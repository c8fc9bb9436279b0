import { seedSkus } from '../funnel/seeding.ts';
import { startMysql } from '../servers/mysql.ts';
import { startRedis } from '../servers/redis.ts';
import type { MysqlServer, RedisServer, ServerInfo, StartOptions } from '../servers/server.ts';
import { lockMysql, lockRedis, type ServerLock } from '../servers/server-lock.ts';
import type { Population } from '../workload/population.ts';
import { Scene } from './scene.ts';

/** What a cell gets of the servers; each is started when a cell first asks for it. */
export interface Stage {
  /**
   * The table seeded for `population`, the cache empty: on the run's Redis or on a fresh one. The
   * caller closes it.
   */
  scene(population: Population, fresh?: RedisServer): Promise<Scene>;
  /** An empty Redis for one cell alone, whatever URL is given. The caller stops it. */
  freshRedis(): Promise<RedisServer>;
}

/** A server that was used; `role` tells for what: `redis`, `mysql`, `private-redis`. */
export interface UsedServer extends ServerInfo {
  readonly role: string;
}

/** The stage as its owner, the runner, sees it. */
export interface OwnedStage extends Stage {
  /** The servers that were used so far. */
  servers(): readonly UsedServer[];
  /** Stops what was started. Called once, also after errors. */
  close(): Promise<void>;
}

export interface StageOptions {
  readonly redisUrl?: string;
  readonly mysqlUrl?: string;
  readonly seed: string;
  readonly signal: AbortSignal;
  log(line: string): void;
}

/** A line of progress for so many seeded rows. */
const progressRows = 50_000;

/** Makes a stage; nothing starts before a cell asks for it. */
export function createStage(options: StageOptions): OwnedStage {
  return new LazyStage(options);
}

class LazyStage implements OwnedStage {
  readonly #options: StageOptions;
  readonly #used = new Map<string, UsedServer>();
  #redis: Promise<RedisServer> | undefined;
  #mysql: Promise<MysqlServer> | undefined;
  readonly #locks: ServerLock[] = [];
  /** The name of the population that the table is known to hold. */
  #seeded: string | undefined;

  constructor(options: StageOptions) {
    this.#options = options;
  }

  async scene(population: Population, fresh?: RedisServer): Promise<Scene> {
    const [redis, mysql] = await Promise.all([fresh ?? this.#runRedis(), this.#runMysql()]);
    await this.#seed(mysql, population);
    const onTableChanged = (whole: boolean) => {
      this.#seeded = whole ? population.name : undefined;
    };
    return Scene.open({ redis, mysql, onTableChanged, log: this.#options.log });
  }

  #runRedis(): Promise<RedisServer> {
    this.#redis ??= this.#start('redis', startRedis, lockRedis, this.#options.redisUrl);
    return this.#redis;
  }

  #runMysql(): Promise<MysqlServer> {
    this.#mysql ??= this.#start('mysql', startMysql, lockMysql, this.#options.mysqlUrl);
    return this.#mysql;
  }

  async freshRedis(): Promise<RedisServer> {
    const { log, signal } = this.#options;
    const server = await startRedis({ private: true, log, signal });
    this.#used.set('private-redis', { role: 'private-redis', ...server.info });
    return server;
  }

  async #start<S extends RedisServer | MysqlServer>(
    role: string,
    start: (options: StartOptions) => Promise<S>,
    lock: (server: S, log: StageOptions['log']) => Promise<ServerLock>,
    url: string | undefined,
  ): Promise<S> {
    const { log, signal } = this.#options;
    const server = await start({ ...(url === undefined ? {} : { url }), log, signal });
    // A private server is nobody else's anyway.
    if (!server.private) this.#locks.push(await lock(server, log));
    this.#used.set(role, { role, ...server.info });
    return server;
  }

  async #seed(mysql: MysqlServer, population: Population): Promise<void> {
    if (this.#seeded === population.name) return;
    this.#seeded = undefined;
    const { seed, signal, log } = this.#options;
    let told = 0;
    const onProgress = (inserted: number, missing: number) => {
      if (inserted < missing && inserted - told < progressRows) return;
      told = inserted;
      log(`seeding ${population.name}: ${inserted} of ${missing} SKUs`);
    };
    await seedSkus({ server: mysql.options, seed, population, signal, onProgress });
    this.#seeded = population.name;
  }

  servers(): readonly UsedServer[] {
    return [...this.#used.values()];
  }

  async close(): Promise<void> {
    const started = await Promise.allSettled([this.#redis, this.#mysql]);
    await Promise.all(this.#locks.splice(0).map((lock) => lock.release()));
    await Promise.all(
      started.map((server) => (server.status === 'fulfilled' ? server.value?.stop() : undefined)),
    );
  }
}
