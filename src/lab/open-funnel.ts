import type { Redis } from 'ioredis';
import type { ConnectionOptions } from 'mysql2/promise';
import type { z } from 'zod';
import type { Defence } from '../funnel/defences.ts';
import { type CacheStore, Funnel, type TableStore } from '../funnel/funnel.ts';
import { IdNews } from '../funnel/id-news.ts';
import { type cacheOptions, connectCache, SkuCache } from '../funnel/sku-cache.ts';
import { SkuTable, type TableOptions } from '../funnel/sku-table.ts';
import type { RedisAddress } from '../servers/server.ts';
import type { Random } from '../workload/random.ts';

/** Where the servers of a scene are; plain data, so that another process can be told. */
export interface Addresses {
  readonly redis: RedisAddress;
  readonly mysql: ConnectionOptions;
}

/** Connections to both servers; one to Redis, and one to MySQL while requests come one by one. */
export interface Clients {
  readonly redis: Redis;
  readonly table: SkuTable;
  /** On two more connections to Redis, where it was asked for. */
  readonly news?: IdNews;
}

/** How long a funnel waits for its servers, and with how many connections. */
export interface Limits extends TableOptions {
  /** Longest silence of Redis, in milliseconds, before it is taken for down. */
  readonly silenceMs?: number;
}

/** Where no fault is injected a server that a busy machine keeps waiting is not down. */
export const patient = { waitMs: 60_000, queryMs: 60_000, silenceMs: 60_000 } as const;

/** How a funnel of a cell is made. */
export interface FunnelSetup {
  readonly defence: Defence;
  /** Gives the jitter of the TTLs. */
  readonly random: Random;
  readonly cache?: z.input<typeof cacheOptions>;
  readonly singleFlight?: boolean;
  /** Default {@link patient}; a cell that injects faults gives the product's: `{}`. */
  readonly table?: Limits;
  /** Tell other processes what is inserted, and hear of them; default false. */
  readonly news?: boolean;
  /** Where its lines go, if not to the log of the run. */
  readonly log?: (line: string) => void;
  /** Where lines on the size of the filter go; left out, none is written. */
  readonly onMissized?: (line: string) => void;
  /** Put between the funnel and its stores, to delay, to watch or to break what they do. */
  readonly wrapCache?: (cache: CacheStore) => CacheStore;
  readonly wrapTable?: (table: TableStore) => TableStore;
}

/** What a funnel of this setup needs of its table: the cache says whether changes are counted. */
export function tableOptions({
  cache,
  table = patient,
}: Pick<FunnelSetup, 'cache' | 'table'>): Limits {
  return { versions: cache?.writeBack === 'versioned', ...table };
}

/** Connections that are up, and how they are closed; with `newsLog` those for news too. */
export async function openClients(
  { redis, mysql }: Addresses,
  limits: Limits = {},
  newsLog?: (line: string) => void,
): Promise<Clients & { close(): Promise<void> }> {
  const connection = await connectCache(redis, limits.silenceMs);
  const table = new SkuTable(mysql, limits);
  await table.connect();
  const news = newsLog && (await IdNews.connect(redis, { log: newsLog }));
  const close = async () => {
    connection.disconnect();
    await news?.close();
    await table.close();
  };
  return { redis: connection, table, ...(news && { news }), close };
}

/** A funnel on these connections, its filter not built yet. */
export function openFunnel(
  { redis, table, news }: Clients,
  setup: FunnelSetup & { readonly log: (line: string) => void },
): Funnel {
  const { defence, random, cache, log, wrapCache = same, wrapTable = same } = setup;
  const { singleFlight, onMissized } = setup;
  return new Funnel(wrapCache(new SkuCache(redis, random, log, cache)), wrapTable(table), {
    ...defence,
    log,
    ...(news && { news }),
    ...(singleFlight === undefined ? {} : { singleFlight }),
    ...(onMissized === undefined ? {} : { onMissized }),
  });
}

function same<T>(store: T): T {
  return store;
}
