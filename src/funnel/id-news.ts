import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { parseInfo } from '../servers/redis-info.ts';
import type { RedisAddress } from '../servers/server.ts';
import { Health } from './health.ts';
import { connectCache } from './sku-cache.ts';
import { parseId } from './sku-id.ts';

/** The stream by which processes tell each other the ids they insert. */
export const NEWS_KEY = 'seckill:sku:v1:inserted';

/** Entries that the stream keeps; Redis trims whole blocks, so it may be some more. */
const KEPT = 10_000;

/** A stream that nobody wrote to for a day ends. All rebuild then, which costs little. */
const LIFE_SECONDS = 86_400;

const PAGE = 1_000;

/** How long Redis holds a read that has nothing to say: the pace at which a reader hears from it. */
const BLOCK_MS = 100;
const RETRY_MS = 100;

/**
 * How long a filter is believed after Redis last proved that nothing was missing in it. An id that
 * another process inserted can be rejected wrongly for this time at most.
 */
const TRUST_MS = 500;

/** Who hears the news. */
export interface NewsListener {
  /** Ids that some process is about to insert or has inserted. */
  hear(ids: readonly string[]): void;
  /**
   * From now on nothing will be missed; what was announced before may have been. When it throws,
   * it is called again.
   */
  joined(): Promise<void>;
}

export interface NewsOptions {
  log(line: string): void;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

type Entry = readonly [id: string, fields: readonly string[]];

/**
 * Ids that are inserted, told to all processes by a Redis stream before their rows are committed.
 *
 * A reader stands at an entry of the stream. Each round it reads what comes after and then looks
 * whether the entry at which it stood is still there: entries go from the oldest on, so where it
 * is, nothing after it has been missed. The entry and the server's run id are the version of what
 * the reader knows; a stream that was trimmed too far, removed, or is another server's does not
 * have them. Then the reader joins anew, and what it knew must be read from the table again.
 *
 * Each round that reached the stream's end proves that all ids announced before the round began
 * are known. A reader that is cut off, slow, or held up hears no such proof and knows it.
 */
export class IdNews {
  readonly #reader: Redis;
  readonly #writer: Redis;
  readonly #now: () => number;
  readonly #health: Health;
  readonly #closing = new AbortController();
  #following: Promise<void> = Promise.resolve();
  #server: string | undefined;
  #position: string | undefined;
  #version = 0;
  #provenAt = Number.NEGATIVE_INFINITY;
  #untold = false;

  private constructor(reader: Redis, writer: Redis, { log, now }: NewsOptions) {
    this.#reader = reader;
    this.#writer = writer;
    this.#now = now ?? (() => performance.now());
    this.#health = new Health('news of inserted ids', log);
  }

  /** On two connections of its own, for a read that waits holds up all commands behind it. */
  static async connect(server: RedisAddress, options: NewsOptions): Promise<IdNews> {
    const [reader, writer] = await Promise.all([connectCache(server), connectCache(server)]);
    return new IdNews(reader, writer, options);
  }

  /** Grows with each joining; two moments of one version have no gap between them. */
  get version(): number {
    return this.#version;
  }

  /** Whether all ids announced up to half a second ago, or later, are known. */
  get current(): boolean {
    return this.#now() - this.#provenAt <= TRUST_MS;
  }

  /** Follows the stream until `close`; returns when it has joined or the first try has failed. */
  async follow(listener: NewsListener): Promise<void> {
    const first = this.#attempt(() => this.#resume(listener));
    this.#following = first.then(() => this.#follow(listener));
    await first;
  }

  /**
   * Announces `id` and then does `insert`, whose row is committed by it. An id that could not be
   * announced is not kept: as soon as Redis can be reached after the insert the stream is removed,
   * and so all processes read the table again.
   * @returns whether the id was announced
   */
  async tell(id: string, insert: () => Promise<unknown>): Promise<boolean> {
    const told = await this.#append(this.#writer, id).then(
      () => true,
      () => false,
    );
    try {
      await insert();
    } finally {
      if (!told) this.#untold = true;
    }
    return told;
  }

  /**
   * The ids of all entries that the stream has, in pages: a filter that is being built must know
   * those that were announced before it began and will be committed after the scan.
   * @throws the driver's error
   */
  async *retained(): AsyncGenerator<readonly string[], void, undefined> {
    let from = '-';
    for (;;) {
      const page = (await this.#writer.xrange(NEWS_KEY, from, '+', 'COUNT', PAGE)) as Entry[];
      yield page.flatMap(insertedId);
      if (page.length < PAGE) return;
      // Its last entry comes once more; asking for those after it needs Redis 6.2.
      from = page.at(-1)![0];
    }
  }

  /** Joins anew: what the stream had could not be read, or not be used. */
  missed(): void {
    this.#position = undefined;
    this.#provenAt = Number.NEGATIVE_INFINITY;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#reader.disconnect();
    this.#writer.disconnect();
    await this.#following;
  }

  async #follow(listener: NewsListener): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.#attempt(async () => {
        await this.#resume(listener);
        for (;;) await this.#round(listener);
      });
      this.#provenAt = Number.NEGATIVE_INFINITY;
      const { signal } = this.#closing;
      await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #attempt(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#health.down(`unknown ids pass the filter (${(error as Error).message})`);
    }
  }

  /** At a new connection: goes on where it stood, or joins the stream anew. */
  async #resume(listener: NewsListener): Promise<void> {
    const server = parseInfo(await this.#reader.info('server')).get('run_id');
    // A server that was started again may have lost entries that it had confirmed.
    if (this.#position !== undefined && this.#server === server) return;
    this.#position = await this.#append(this.#reader, '');
    this.#server = server;
    this.#version++;
    try {
      await listener.joined();
    } catch (error) {
      this.#position = undefined;
      throw error;
    }
  }

  async #round(listener: NewsListener): Promise<void> {
    if (this.#untold) {
      await this.#reader.unlink(NEWS_KEY);
      this.#untold = false;
    }
    const startedAt = this.#now();
    const entries = this.#position && (await this.#read(this.#position));
    // Also where `missed` was called meanwhile.
    if (!entries || this.#position === undefined) {
      this.#position = undefined;
      throw new Error('announcements may have been missed');
    }
    listener.hear(entries.flatMap(insertedId));
    this.#position = entries.at(-1)?.[0] ?? this.#position;
    if (entries.length === PAGE) return;
    this.#provenAt = startedAt;
    this.#health.up();
  }

  /** The entries after `position`; `undefined` where some of them may be missing. */
  async #read(position: string): Promise<readonly Entry[] | undefined> {
    const replies = await this.#reader
      .pipeline()
      .xread('COUNT', PAGE, 'BLOCK', BLOCK_MS, 'STREAMS', NEWS_KEY, position)
      .xrange(NEWS_KEY, position, position)
      .exec();
    for (const [error] of replies!) if (error !== null) throw error;
    const [read, kept] = replies!.map(([, reply]) => reply);
    if ((kept as Entry[]).length === 0) return undefined;
    return (read as [key: string, entries: Entry[]][] | null)?.[0]?.[1] ?? [];
  }

  async #append(redis: Redis, id: string): Promise<string> {
    const replies = await redis
      .pipeline()
      .xadd(NEWS_KEY, 'MAXLEN', '~', KEPT, '*', 'id', id)
      .expire(NEWS_KEY, LIFE_SECONDS)
      .exec();
    for (const [error] of replies!) if (error !== null) throw error;
    return replies![0]![1] as string;
  }
}

/** Of an entry; one that marks where a reader joined has none, and a stranger's is none. */
function insertedId([, [, id]]: Entry): string[] {
  return id === undefined || parseId(id) === undefined ? [] : [id];
}
