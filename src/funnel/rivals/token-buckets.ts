import { Lru } from './lru.ts';

/** What a client may send. */
export interface BucketOptions {
  /** Requests a second that a client may send for ever. */
  readonly perSecond: number;
  /** Requests that a client may send at once after a rest, from 1. */
  readonly burst: number;
  /** Clients that are remembered; one that was forgotten begins with a full bucket. */
  readonly clients: number;
}

interface Bucket {
  readonly tokens: number;
  readonly atSeconds: number;
}

/** A bucket of tokens for each client: a request takes one, and time brings them back. */
export class TokenBuckets {
  readonly #options: BucketOptions;
  readonly #buckets: Lru<string, Bucket>;

  constructor(options: BucketOptions) {
    this.#options = options;
    this.#buckets = new Lru(options.clients);
  }

  /**
   * Whether a request of `client` may pass. The clock is the caller's: `atSeconds` never goes back.
   */
  take(client: string, atSeconds: number): boolean {
    const { perSecond, burst } = this.#options;
    const last = this.#buckets.get(client) ?? { tokens: burst, atSeconds };
    const tokens = Math.min(burst, last.tokens + (atSeconds - last.atSeconds) * perSecond);
    const passes = tokens >= 1;
    this.#buckets.set(client, { tokens: passes ? tokens - 1 : tokens, atSeconds });
    return passes;
  }

  /** Clients that are remembered now. */
  get size(): number {
    return this.#buckets.size;
  }
}
