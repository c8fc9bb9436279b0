import { jitteredTtlSeconds } from '../../src/funnel/sku-cache.ts';
import type { Random } from '../../src/workload/random.ts';

/**
 * What a cache has written, as its client knows it: when each entry was sent and how long it lives.
 * The cache draws one number for each entry, as it sends it.
 */
export class Lives {
  readonly #baseSeconds: number;
  readonly #jitter: number;
  readonly #now: () => bigint;
  readonly #sentNs: bigint[] = [];
  readonly #ttls: number[] = [];

  constructor(options: { baseSeconds: number; jitter: number; now: () => bigint }) {
    this.#baseSeconds = options.baseSeconds;
    this.#jitter = options.jitter;
    this.#now = options.now;
  }

  /** For the cache: `random`, each draw of which is an entry. */
  watch(random: Random): Random {
    const float = () => {
      const drawn = random.float();
      const same = { ...random, float: () => drawn };
      this.#sentNs.push(this.#now());
      this.#ttls.push(jitteredTtlSeconds(this.#baseSeconds, same, this.#jitter));
      return drawn;
    };
    return { ...random, float };
  }

  /** Entries sent by now. */
  get count(): number {
    return this.#ttls.length;
  }

  /** Mean of the lives sent by now, in seconds; of the possible ones where none was sent. */
  get meanTtlSeconds(): number {
    if (this.count === 0) return this.#baseSeconds;
    return this.#ttls.reduce((sum, ttl) => sum + ttl, 0) / this.count;
  }

  /**
   * Entries sent by `atNs` that are alive then, had each been applied when it was sent; with
   * `lateNs` those too that are alive if they were applied so much later.
   */
  aliveAt(atNs: bigint, lateNs = 0n): number {
    let alive = 0;
    for (const [index, sentNs] of this.#sentNs.entries()) {
      const endNs = sentNs + BigInt(this.#ttls[index]!) * 1_000_000_000n;
      if (sentNs <= atNs && atNs < endNs + lateNs) alive++;
    }
    return alive;
  }
}
