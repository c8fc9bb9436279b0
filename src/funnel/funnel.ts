import { Flights } from './flights.ts';
import { OverloadedError } from './gate.ts';
import { Health } from './health.ts';
import type { IdNews } from './id-news.ts';
import { Membership, type SetFactory } from './membership.ts';
import { noOutcomes, type Outcome, type OutcomeCounts } from './outcomes.ts';
import { SizeWatch } from './size-watch.ts';
import { encodeSku, type Sku } from './sku.ts';
import type { CacheFaults, SkuCache } from './sku-cache.ts';
import { parseId } from './sku-id.ts';
import { answerWasLost, type SkuTable, type Versioned } from './sku-table.ts';
import { Writers } from './writers.ts';

/** The answer to one request; `sku` only with `cache-hit` and `db-hit`. */
export interface Answer {
  readonly outcome: Outcome;
  readonly sku?: Sku;
  /** Why, for `error`: no place at MySQL in time (HTTP 503), or a failed query. */
  readonly error?: 'overloaded' | 'database';
}

/** What the funnel asks of Redis and of MySQL; the classes of these names do it. */
export type CacheStore = Pick<SkuCache, keyof SkuCache>;
export type TableStore = Pick<SkuTable, keyof SkuTable>;

/** Which protections a funnel has, and where it tells of faults. */
export interface FunnelOptions {
  /** Makes the filter's set at a rebuild; left out: no filter. */
  readonly filter?: SetFactory;
  /** Whether a reader writes a sentinel for what MySQL does not have. */
  readonly sentinels: boolean;
  /** Whether loads of one id are joined; default true. */
  readonly singleFlight?: boolean;
  /** Tells other processes what is inserted here, and hears of them; left out: neither. */
  readonly news?: IdNews;
  readonly log: (line: string) => void;
  /** Told of a filter whose size does not fit what is in it, once a change; else nobody is. */
  readonly onMissized?: (line: string) => void;
}

/** Commands that no request sent, but rebuild, warm, insert and delete: taken off what servers saw. */
export interface Maintenance {
  readonly selects: number;
  readonly sets: number;
}

/** What a funnel has counted since it was made. */
export interface FunnelStats extends CacheFaults {
  readonly outcomes: OutcomeCounts;
  /** Requests that ended as db-hit or db-miss by another request's load. */
  readonly joined: number;
  /** Loads that wrote back a value, and those that wrote back a sentinel. */
  readonly valuesWrittenBack: number;
  readonly sentinelsWrittenBack: number;
  readonly maintenance: Maintenance;
}

// Shared answers: the refusals are the hot path of an attack and allocate nothing.
const INVALID = Promise.resolve<Answer>({ outcome: 'invalid' });
const REJECTED = Promise.resolve<Answer>({ outcome: 'filter-reject' });
const SENTINEL_HIT: Answer = { outcome: 'sentinel-hit' };
const DB_MISS: Answer = { outcome: 'db-miss' };

/**
 * The detail funnel: filter -> Redis -> MySQL -> write back.
 *
 * Wrong 404s and old rows that remain, each until the entry's TTL ends unless said otherwise; the
 * experiment `races` forces them. Whatever the write-back:
 * - rows inserted by SQL or by another process are unknown to the filter until a rebuild, and what
 *   SQL changes or deletes is not noticed at all. With news in both processes, what another inserts
 *   is unknown for the moment that the announcement travels, half a second at most;
 * - a change is visible once its `SET` has been applied, which is a moment after its commit, and
 *   stays unseen where Redis does not take it (`cached: false`) or the process ends before;
 * - where the entry that a change wrote is gone (expired, evicted, Redis started anew) before a
 *   load that is older than the change writes back: nothing is left to compare with. A load lasts
 *   seconds at most, see `SkuTable`; a warm-up and a replica that lags may be older;
 * - a change whose answer was lost throws; the cache gets what MySQL says then, but MySQL may
 *   still be at it.
 * With `guarded` write-back also, and with `versioned` not:
 * - where two processes change one id at the same time, or Redis applies a `SET` later than one
 *   after it: the last `SET` stays, whichever commit it is of;
 * - where an entry is gone and two loads, one older than a change, are under way: the first stays.
 * With `plain`, in place of these: any `SET` that is applied late, of a load or of a change.
 */
export class Funnel {
  readonly #cache: CacheStore;
  readonly #table: TableStore;
  readonly #options: FunnelOptions;
  readonly #membership: Membership | undefined;
  readonly #flights: Flights<Sku | undefined>;
  readonly #writers = new Writers();
  readonly #outcomes = noOutcomes();
  readonly #mysql: Health;
  readonly #written = { values: 0, sentinels: 0 };
  readonly #maintenance = { selects: 0, sets: 0 };
  /** The first attempt to follow the news. */
  readonly #following: Promise<void> | undefined;
  readonly #sizes: SizeWatch | undefined;
  #joined = 0;

  constructor(cache: CacheStore, table: TableStore, options: FunnelOptions) {
    this.#cache = cache;
    this.#table = table;
    this.#options = options;
    this.#mysql = new Health('MySQL', options.log);
    this.#membership = options.filter && new Membership(options.filter, options.news);
    this.#sizes = options.onMissized && new SizeWatch(options.onMissized);
    this.#flights = new Flights({ enabled: options.singleFlight ?? true });
    this.#following = options.news?.follow({
      hear: (ids) => this.#membership?.hear(ids),
      joined: async () => {
        if (this.#membership?.begun) await this.rebuild();
      },
    });
  }

  /** The filter, where there is one. */
  get membership(): Membership | undefined {
    return this.#membership;
  }

  /**
   * Answers one request; never throws. `id` is a safe integer, a bigint or text; what is not the
   * canonical decimal of an unsigned 64-bit integer ends as `invalid` without key or query.
   */
  detail(id: unknown): Promise<Answer> {
    const number = parseId(id);
    if (number === undefined) {
      this.#outcomes.invalid++;
      return INVALID;
    }
    if (this.#membership?.admits(number) === false) {
      this.#outcomes['filter-reject']++;
      return REJECTED;
    }
    return this.#lookup(String(number));
  }

  async #lookup(id: string): Promise<Answer> {
    const read = await this.#cache.read(id);
    if (read.kind === 'value') return this.#end({ outcome: 'cache-hit', sku: read.sku });
    if (read.kind === 'sentinel') return this.#end(SENTINEL_HIT);
    // Else the write-back would not succeed.
    if (read.kind === 'unreadable') await this.#cache.discard(id, read.bytes);
    try {
      const { value, joined } = await this.#flights.fly(id, () => this.#load(id));
      if (joined) this.#joined++;
      return this.#end(value === undefined ? DB_MISS : { outcome: 'db-hit', sku: value });
    } catch (error) {
      return this.#fail(error);
    }
  }

  #end(answer: Answer): Answer {
    this.#outcomes[answer.outcome]++;
    return answer;
  }

  #fail(error: unknown): Answer {
    const overloaded = error instanceof OverloadedError;
    if (!overloaded) this.#mysql.down(`fails (${(error as Error).message})`);
    return this.#end({ outcome: 'error', error: overloaded ? 'overloaded' : 'database' });
  }

  async #load(id: string): Promise<Sku | undefined> {
    const { sku, version } = await this.#table.find(id);
    this.#mysql.up();
    if (sku !== undefined) this.#written.values++;
    else if (this.#options.sentinels) this.#written.sentinels++;
    else return undefined;
    await this.#cache.writeBack(id, sku, version);
    return sku;
  }

  /**
   * Inserts a row; once this has returned, every request of this process finds it.
   * @returns `cached: false` where Redis did not take the value; with news `announced: false` where
   * other processes may reject the id until Redis can be reached again
   * @throws RangeError, before the commit, for what is no SKU and for an id that the filter's set
   * cannot hold (a bitmap: 2^32); the driver's error for a row that exists already
   */
  async insertSku(sku: Sku): Promise<{ readonly cached: boolean; readonly announced?: boolean }> {
    // Refused before the commit: a row that the table would store otherwise than the cache.
    encodeSku(sku);
    return this.#writers.run(sku.id, async () => {
      const insert = () => this.#telling(sku.id, () => this.#table.insert(sku));
      const { result, ...told } = await this.#known(sku.id, insert);
      return { ...told, ...(await this.#announce(sku.id, { sku, version: result.version })) };
    });
  }

  /**
   * Changes the row of `sku.id`; once this has returned, every request of this process finds the
   * new one. Where there is no row it makes none and leaves a sentinel.
   * @returns `updated: false` where there was no row; `cached` and @throws as `insertSku`
   */
  async updateSku(sku: Sku): Promise<{ readonly updated: boolean; readonly cached: boolean }> {
    encodeSku(sku);
    return this.#writers.run(sku.id, async () => {
      // Known as an inserted one is: the row may have come from another process.
      const { rows, version } = await this.#known(sku.id, () => this.#table.update(sku));
      const updated = rows > 0;
      const standing = { sku: updated ? sku : undefined, version };
      return { updated, ...(await this.#announce(sku.id, standing)) };
    });
  }

  /**
   * Deletes a row and leaves a sentinel, whatever the defence: written, not removed, it makes a
   * late guarded write of the old row fail. The filter keeps the id until the next rebuild.
   * @returns `deleted: false` where there was no row; `cached` as `insertSku`
   * @throws TypeError for text that is no canonical id; the driver's error
   */
  async deleteSku(id: string): Promise<{ readonly deleted: boolean; readonly cached: boolean }> {
    return this.#writers.run(id, async () => {
      const { rows, version } = await this.#change(id, () => this.#table.delete(id));
      return { deleted: rows > 0, ...(await this.#announce(id, { sku: undefined, version })) };
    });
  }

  /** Tells other processes of the id before `insert`, where they can be told. */
  async #telling<T>(
    id: string,
    insert: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly announced?: boolean }> {
    return this.#options.news?.tell(id, insert) ?? { result: await insert() };
  }

  /** A change after which the id must pass the filter. */
  async #known<T>(id: string, commit: () => Promise<T>): Promise<T> {
    const change = () => this.#change(id, commit);
    return this.#membership?.during(id, change) ?? change();
  }

  async #change<T>(id: string, commit: () => Promise<T>): Promise<T> {
    try {
      return await commit();
    } catch (error) {
      if (answerWasLost(error)) await this.#repair(id);
      throw error;
    }
  }

  /** Writes to the cache what MySQL says; where it says nothing the entry stays as it is. */
  async #repair(id: string): Promise<void> {
    try {
      await this.#announce(id, await this.#counted(this.#table.find(id)));
    } catch {
      // The caller throws what went wrong first.
    }
  }

  /** After a commit: no later request may join a load that began before it. */
  async #announce(
    id: string,
    { sku, version }: Versioned<Sku | undefined>,
  ): Promise<{ readonly cached: boolean }> {
    this.#flights.forget(id);
    this.#maintenance.sets++;
    return { cached: await this.#cache.put(id, sku, version) };
  }

  /** Builds the filter anew from the table and swaps; without a filter it does nothing. */
  async rebuild(): Promise<void> {
    // A set that is built before the news are followed would have to be built again.
    await this.#following;
    await this.#membership?.rebuild({
      size: () => this.#counted(this.#table.size()),
      pages: () => this.#pages(),
    });
    this.#sizes?.look(this.#membership?.set);
  }

  async *#pages(): AsyncIterable<readonly string[]> {
    for await (const page of this.#table.idPages()) yield await this.#counted(page);
  }

  async #counted<T>(select: Promise<T> | T): Promise<T> {
    this.#maintenance.selects++;
    return select;
  }

  /** Writes the first `limit` rows by id into the cache. @returns those that Redis has taken */
  async warm(limit: number): Promise<number> {
    const rows = await this.#counted(this.#table.first(limit));
    const entries = rows.map(({ sku, version }) => [sku.id, sku, version] as const);
    const { sent, taken } = await this.#cache.writeBackMany(entries);
    this.#maintenance.sets += sent;
    return taken;
  }

  stats(): FunnelStats {
    return {
      outcomes: { ...this.#outcomes },
      joined: this.#joined,
      valuesWrittenBack: this.#written.values,
      sentinelsWrittenBack: this.#written.sentinels,
      maintenance: { ...this.#maintenance },
      ...this.#cache.faults,
    };
  }
}
