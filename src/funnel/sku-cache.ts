import { Redis, type RedisOptions, ReplyError } from 'ioredis';
import { z } from 'zod';
import { usageError } from '../errors.ts';
import type { Random } from '../workload/random.ts';
import { Health } from './health.ts';
import { decodeSku, encodeSku, type Sku } from './sku.ts';
import { setVersioned, withoutVersion, withVersion } from './versioned-entry.ts';

/** The value that says "MySQL has no such row". No JSON text can equal it. */
export const SENTINEL = '__nil__';

/** Every key of ours begins with it; nothing else is ever written or removed. */
export const KEY_PREFIX = 'seckill:sku:v1:item:';

/** The key of an id, which is canonical decimal: it is not checked here. */
export function cacheKey(id: string): string {
  return KEY_PREFIX + id;
}

/**
 * What one GET found. `unavailable`: Redis did not answer, so nothing is known. `unreadable` has no
 * bytes where the key is of another type.
 */
export type CacheRead =
  | { readonly kind: 'miss' | 'sentinel' | 'unavailable' }
  | { readonly kind: 'unreadable'; readonly bytes?: Buffer }
  | { readonly kind: 'value'; readonly sku: Sku };

const ttlSeconds = z.int().min(1).max(86_400);

/** The options of a cache, their ranges and defaults. */
export const cacheOptions = z.strictObject({
  /** Shortest life of a sentinel in whole seconds. */
  sentinelTtlSeconds: ttlSeconds.default(60),
  /** The same for a value. */
  valueTtlSeconds: ttlSeconds.default(300),
  /** What chance adds to a life at most, as a share of the shortest; 0: all live equally long. */
  jitter: z.number().min(0).max(1).default(0.5),
  /**
   * `guarded`: what a reader writes back never overwrites (`NX`). `plain`: as article S1 has it,
   * which lets a late sentinel cover a fresh value; kept to show that race. `versioned`: whoever
   * writes overwrites what is older, by the version that the table counts (`TableOptions`), which
   * also keeps writers in other processes in order.
   */
  writeBack: z.enum(['guarded', 'plain', 'versioned']).default('guarded'),
});

/** All of them, defaults filled in. */
export type CacheOptions = z.infer<typeof cacheOptions>;

type Command = [name: string, parameters: (string | number)[]];
type Writing = 'reader' | 'writer';

/** Counters of what the cache could not do. */
export interface CacheFaults {
  /** Entries that were no sentinel and no SKU of that id. */
  readonly unreadable: number;
  /** Reads that Redis did not answer. */
  readonly unavailable: number;
  /** Writes that Redis refused or did not answer. */
  readonly writeFailures: number;
}

/** GETRANGE, because the meters count what requests cost in GETs. */
const discardScript = `
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'string' and redis.call('GETRANGE', KEYS[1], 0, -1) ~= ARGV[1] then return 0 end
return redis.call('UNLINK', KEYS[1])`;

const READ: Record<'miss' | 'sentinel' | 'unreadable' | 'unavailable', CacheRead> = {
  miss: { kind: 'miss' },
  sentinel: { kind: 'sentinel' },
  unreadable: { kind: 'unreadable' },
  unavailable: { kind: 'unavailable' },
};

/**
 * A connection for the cache. A request must never wait for a Redis that is down: commands fail at
 * once while there is no connection, and a connection that stays silent is given up. Nor must the
 * start: the connection is returned when it is up or when the first attempt has failed, and goes
 * on trying by itself.
 * @param silenceMs the longest silence, in milliseconds, of a Redis that is not taken for down
 */
export async function connectCache(server: RedisOptions, silenceMs = 1_000): Promise<Redis> {
  const redis = new Redis({
    ...server,
    // Stated, because the type of the client depends on it.
    replyMapping: 'legacy',
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    socketTimeout: silenceMs,
    connectTimeout: silenceMs,
    retryStrategy: (attempts) => Math.min(50 * 2 ** Math.min(attempts, 5), 1_000),
    lazyConnect: true,
  });
  // Its errors are events too, and one that nobody hears ends up on the console.
  redis.on('error', () => undefined);
  await redis.connect().catch(() => undefined);
  return redis;
}

/**
 * The values and sentinels of SKUs in Redis. No method throws for a Redis that is down or refuses:
 * a cache may fail, a request must not. The first fault and the recovery are one log line each.
 */
export class SkuCache {
  readonly #redis: Redis;
  readonly #options: CacheOptions;
  readonly #random: Random;
  readonly #answers: Health;
  readonly #accepts: Health;
  readonly #faults = { unreadable: 0, unavailable: 0, writeFailures: 0 };

  /**
   * `redis` is made by {@link connectCache}; `random` gives the jitter of the TTLs.
   * @throws LabError (exit 2) for a TTL that is no whole number of seconds from 1 to 86,400
   */
  constructor(
    redis: Redis,
    random: Random,
    log: (line: string) => void,
    options: z.input<typeof cacheOptions> = {},
  ) {
    const checked = cacheOptions.safeParse(options);
    if (!checked.success) throw usageError(z.prettifyError(checked.error));
    this.#redis = redis;
    this.#options = checked.data;
    this.#random = random;
    this.#answers = new Health('Redis', log);
    this.#accepts = new Health('Redis writes', log);
    redis.on('error', (error) => this.#answers.down(`does not answer (${error.message})`));
    redis.on('ready', () => this.#answers.up());
  }

  get faults(): CacheFaults {
    return { ...this.#faults };
  }

  get #versioned(): boolean {
    return this.#options.writeBack === 'versioned';
  }

  async read(id: string): Promise<CacheRead> {
    let bytes: Buffer | null;
    try {
      bytes = await this.#redis.getBuffer(cacheKey(id));
    } catch (error) {
      return this.#readFault(error);
    }
    this.#answers.up();
    if (bytes === null) return READ.miss;
    const text = this.#versioned ? withoutVersion(bytes.toString()) : bytes.toString();
    if (text === SENTINEL) return READ.sentinel;
    const sku = decodeSku(text, id);
    if (sku !== undefined) return { kind: 'value', sku };
    this.#faults.unreadable++;
    return { kind: 'unreadable', bytes };
  }

  #readFault(error: unknown): CacheRead {
    if (error instanceof ReplyError && (error as Error).message.startsWith('WRONGTYPE')) {
      this.#faults.unreadable++;
      return READ.unreadable;
    }
    this.#faults.unavailable++;
    this.#answers.down(`does not answer (${(error as Error).message})`);
    return READ.unavailable;
  }

  /** A reader's write-back of what MySQL answered, and at which version. */
  async writeBack(id: string, sku: Sku | undefined, version = 0): Promise<void> {
    await this.#set(id, sku, version, 'reader');
  }

  /**
   * A writer's own entry, after its commit: overwrites, so that a late guarded write fails;
   * where versions are compared, only an entry of a higher one stands.
   * @returns false where Redis did not take it: an older entry may stand until its TTL ends
   */
  async put(id: string, sku: Sku | undefined, version = 0): Promise<boolean> {
    return this.#set(id, sku, version, 'writer');
  }

  /**
   * Removes the unreadable entry that was read, and nothing that has been written since: without
   * the comparison a delete's sentinel could be lost, and a late write-back of the old row succeed.
   */
  async discard(id: string, bytes?: Buffer): Promise<void> {
    const compared = bytes === undefined ? [] : [bytes];
    await this.#attempt(() => this.#redis.eval(discardScript, 1, cacheKey(id), ...compared));
  }

  /**
   * Write-backs in pipelines of 1,000, as fast as Redis takes them: values to warm the cache, or
   * sentinels (`sku` undefined) of a known absence.
   * @returns the writes sent, and those of them that Redis did not refuse; faults are counted as
   * for a single write
   */
  async writeBackMany(
    entries: Iterable<readonly [id: string, sku?: Sku, version?: number]>,
  ): Promise<{ readonly sent: number; readonly taken: number }> {
    let [sent, taken] = [0, 0];
    let pipeline = this.#redis.pipeline();
    const flush = async () => {
      const commands = pipeline.length;
      const replies = await pipeline
        .exec()
        .catch((error: Error) => Array.from({ length: commands }, () => [error, null] as const));
      const errors = (replies ?? []).flatMap(([error]) => error ?? []);
      for (const error of errors) this.#writeFault(error);
      taken += commands - errors.length;
      if (errors.length === 0) this.#accepts.up();
      pipeline = this.#redis.pipeline();
    };
    for (const [id, sku, version = 0] of entries) {
      pipeline.call(...this.#command(id, sku, version, 'reader'));
      if (++sent % 1_000 === 0) await flush();
    }
    if (pipeline.length > 0) await flush();
    return { sent, taken };
  }

  /** The TTL is part of the one SET: there is no moment at which a key has none. */
  #command(id: string, sku: Sku | undefined, version: number, writing: Writing): Command {
    const { sentinelTtlSeconds, valueTtlSeconds, jitter, writeBack } = this.#options;
    const [text, base] =
      sku === undefined ? [SENTINEL, sentinelTtlSeconds] : [encodeSku(sku), valueTtlSeconds];
    const ttl = jitteredTtlSeconds(base, this.#random, jitter);
    if (this.#versioned) {
      // What readers write at one version is the same, and the first of them stands.
      const standing = writing === 'reader' ? version : version + 1;
      const versioned = withVersion(version, text);
      return ['eval', [setVersioned, 1, cacheKey(id), versioned, ttl, standing]];
    }
    const set = [cacheKey(id), text, 'EX', ttl];
    return ['set', writing === 'reader' && writeBack === 'guarded' ? [...set, 'NX'] : set];
  }

  async #set(
    id: string,
    sku: Sku | undefined,
    version: number,
    writing: Writing,
  ): Promise<boolean> {
    const command = this.#command(id, sku, version, writing);
    return this.#attempt(() => this.#redis.call(...command));
  }

  async #attempt(write: () => Promise<unknown>): Promise<boolean> {
    try {
      await write();
      this.#accepts.up();
      return true;
    } catch (error) {
      this.#writeFault(error as Error);
      return false;
    }
  }

  #writeFault(error: Error): void {
    this.#faults.writeFailures++;
    if (error instanceof ReplyError) this.#accepts.down(`refused (${error.message})`);
    else this.#answers.down(`does not answer (${error.message})`);
  }
}

/**
 * `base + floor(U · (base · jitter + 1))` whole seconds: from `base` to `base · (1 + jitter)`, so
 * that entries written together do not end together. 60 with 0.5 gives 60 … 90, all equally
 * likely, with mean 75; where `base · jitter` is no whole number the longest life is the rarest.
 * One number is drawn whatever the jitter.
 */
export function jitteredTtlSeconds(base: number, random: Random, jitter: number): number {
  return base + Math.floor(random.float() * (base * jitter + 1));
}
