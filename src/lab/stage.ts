import { seedSkus } from '../funnel/seeding.ts';
import { givenUrl, mysqlKind } from '../servers/find.ts';
import { startMysql } from '../servers/mysql.ts';
import { type RedisStartOptions, startRedis } from '../servers/redis.ts';
import type { MysqlServer, RedisServer, ServerInfo, StartOptions } from '../servers/server.ts';
import { lockMysql, lockRedis, type ServerLock } from '../servers/server-lock.ts';
import type { Population } from '../workload/population.ts';
import { Scene } from './scene.ts';

/** What a cell gets of the servers; each is started when a cell first asks for it. */
export interface Stage {
  /**
   * The table seeded for `population`, the cache empty: on the run's servers or on those given
   * here. The caller closes it.
   */
  scene(population: Population, redis?: RedisServer, mysql?: MysqlServer): Promise<Scene>;
  /** An empty Redis for one cell alone, whatever URL is given. The caller stops it. */
  freshRedis(options?: FreshRedis): Promise<RedisServer>;
  /**
   * A MySQL of our own, whatever URL is given, that a cell may do anything to if it undoes it.
   * Started anew for flags that nobody has asked for yet, since seeding takes longer than a start;
   * the stage stops it.
   */
  privateMysql(args?: readonly string[]): Promise<MysqlServer>;
}

/** How a fresh Redis listens, and flags beside the usual ones. */
type FreshRedis = Pick<RedisStartOptions, 'listen' | 'args'>;

/** A server that was used; `role` tells for what: `redis`, `mysql`, `private-redis`. */
export interface UsedServer extends ServerInfo {
  readonly role: string;
}

/** The stage as its owner, the runner, sees it. */
export interface OwnedStage extends Stage {
  /** The servers that were used so far. */
  servers(): readonly UsedServer[];
  /** Stops what was started; called also after errors, safe to call again. */
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
  /** By their flags. */
  readonly #privateMysqls = new Map<string, Promise<MysqlServer>>();
  readonly #locks: ServerLock[] = [];
  /** The name of the population that the table of a server is known to hold. */
  readonly #seeded = new WeakMap<MysqlServer, string>();

  constructor(options: StageOptions) {
    this.#options = options;
  }

  async scene(
    population: Population,
    givenRedis?: RedisServer,
    givenMysql?: MysqlServer,
  ): Promise<Scene> {
    const [redis, mysql] = await Promise.all([
      givenRedis ?? this.#runRedis(),
      givenMysql ?? this.#runMysql(),
    ]);
    await this.#seed(mysql, population);
    const onTableChanged = (whole: boolean) => {
      if (whole) this.#seeded.set(mysql, population.name);
      else this.#seeded.delete(mysql);
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

  async freshRedis(options: FreshRedis = {}): Promise<RedisServer> {
    const { log, signal } = this.#options;
    const server = await startRedis({ ...options, private: true, log, signal });
    this.#used.set('private-redis', { role: 'private-redis', ...server.info });
    return server;
  }

  privateMysql(args: readonly string[] = []): Promise<MysqlServer> {
    const { log, signal, mysqlUrl } = this.#options;
    // Where no URL is given the run's own is private already, and seeded as likely as not.
    const url = givenUrl(mysqlKind, mysqlUrl === undefined ? {} : { url: mysqlUrl });
    if (args.length === 0 && url === undefined) return this.#runMysql();
    const flags = args.join(' ');
    const started = this.#privateMysqls.get(flags);
    if (started !== undefined) return started;
    const starting = startMysql({ private: true, args, log, signal }).then((server) => {
      this.#used.set('private-mysql', { role: 'private-mysql', ...server.info });
      return server;
    });
    this.#privateMysqls.set(flags, starting);
    return starting;
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
    if (this.#seeded.get(mysql) === population.name) return;
    this.#seeded.delete(mysql);
    const { seed, signal, log } = this.#options;
    let told = 0;
    const onProgress = (inserted: number, missing: number) => {
      if (inserted < missing && inserted - told < progressRows) return;
      told = inserted;
      log(`seeding ${population.name}: ${inserted} of ${missing} SKUs`);
    };
    await seedSkus({ server: mysql.options, seed, population, signal, onProgress });
    this.#seeded.set(mysql, population.name);
  }

  servers(): readonly UsedServer[] {
    return [...this.#used.values()];
  }

  async close(): Promise<void> {
    const started = await Promise.allSettled([
      this.#redis,
      this.#mysql,
      ...this.#privateMysqls.values(),
    ]);
    await Promise.all(this.#locks.splice(0).map((lock) => lock.release()));
    await Promise.all(
      started.map((server) => (server.status === 'fulfilled' ? server.value?.stop() : undefined)),
    );
  }
}
