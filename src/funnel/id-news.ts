import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { parseInfo } from '../servers/redis-info.ts';
import type { RedisAddress } from '../servers/server.ts';
import { Health } from './health.ts';
import { append, readAfter, removeStream, retainedIds } from './id-stream.ts';
import { connectCache } from './sku-cache.ts';

/** How long Redis holds a read that has nothing to say, and so how often a reader hears from it. */
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
  /** Monotonic milliseconds; default those of the process. */
  readonly now?: () => number;
}

/**
 * Ids that are inserted, told to all processes by a Redis stream before their rows are committed.
 *
 * A reader stands at an entry of the stream. That entry and the server's run id are the version of
 * what it knows: a stream that was trimmed too far, removed, or is another server's does not have
 * them. Then the reader joins anew, and what it knew must be read from the table again.
 *
 * Each round that reached the stream's end proves that all ids announced before the round began
 * are known. A reader that is cut off, slow, or held up gets no such proof and knows it.
 */
export class IdNews {
  readonly #reader: Redis;
  readonly #writer: Redis;
  readonly #now: () => number;
  readonly #health: Health;
  readonly #closing = new AbortController();
  #following: Promise<void> = Promise.resolve();
  #server: string | undefined;
  /** Where it stands; `undefined` when it must join. */
  #position: string | undefined;
  #version = 0;
  #provenAt = Number.NEGATIVE_INFINITY;
  /** Whether an id was inserted that could not be announced. */
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

  /** Whether all ids that were announced up to half a second ago are known. */
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
   * Announces `id` and then does `insert`, which commits its row. An id that could not be announced
   * is not kept: once Redis can be reached after the insert the stream is removed, and so all
   * processes read the table again.
   * @returns also whether the id was announced; @throws what `insert` threw
   */
  async tell<T>(
    id: string,
    insert: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly announced: boolean }> {
    const announced = await append(this.#writer, id).then(
      () => true,
      () => false,
    );
    try {
      return { result: await insert(), announced };
    } finally {
      if (!announced) this.#untold = true;
    }
  }

  /**
   * All ids that the stream still has, in pages: a filter that is being built must know those that
   * were announced before it began and will be committed after its scan. @throws the driver's error
   */
  retained(): AsyncIterable<readonly string[]> {
    return retainedIds(this.#writer);
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
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#attempt(async () => {
        await this.#resume(listener);
        for (;;) await this.#round(listener);
      });
      this.#provenAt = Number.NEGATIVE_INFINITY;
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
    this.#position = await append(this.#reader, '');
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
      await removeStream(this.#reader);
      this.#untold = false;
    }
    const startedAt = this.#now();
    const heard = this.#position && (await readAfter(this.#reader, this.#position, BLOCK_MS));
    // Also where `missed` was called meanwhile.
    if (!heard || this.#position === undefined) {
      this.#position = undefined;
      throw new Error('announcements may have been missed');
    }
    listener.hear(heard.ids);
    this.#position = heard.position;
    if (!heard.toTheEnd) return;
    this.#provenAt = startedAt;
    this.#health.up();
  }
}
