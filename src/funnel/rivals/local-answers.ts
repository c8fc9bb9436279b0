import type { Id } from '../../filters/ids.ts';
import type { Service } from '../driver.ts';
import type { Answer } from '../funnel.ts';
import { parseId } from '../sku-id.ts';
import { Lru } from './lru.ts';

/** The bounds of what a process remembers. */
export interface LocalOptions {
  /** Entries, from 1. */
  readonly capacity: number;
  /** How long an answer may be repeated, in seconds. */
  readonly ttlSeconds: number;
  /** Monotonic nanoseconds. */
  readonly now: () => bigint;
}

/** Whole seconds: V8 keeps small integers in the table itself. */
function seconds(now: () => bigint): number {
  return Number(now() / 1_000_000_000n);
}

/**
 * Remembers in the process which ids MySQL does not have, and answers for them without Redis. An
 * id that is inserted by another process is absent here until its entry ends.
 */
export class LocalAbsences implements Service {
  readonly #service: Service;
  readonly #options: LocalOptions;
  /** The second in which an entry ends. */
  readonly #ends: Lru<Id, number>;

  constructor(service: Service, options: LocalOptions) {
    this.#service = service;
    this.#options = options;
    this.#ends = new Lru(options.capacity);
  }

  async detail(id: unknown): Promise<Answer> {
    const key = parseId(id);
    if (key === undefined) return this.#service.detail(id);
    const end = this.#ends.get(key);
    if (end !== undefined && seconds(this.#options.now) < end) return { outcome: 'sentinel-hit' };
    const answer = await this.#service.detail(id);
    if (answer.outcome === 'db-miss' || answer.outcome === 'sentinel-hit') {
      this.#ends.set(key, seconds(this.#options.now) + this.#options.ttlSeconds);
    }
    return answer;
  }

  /** To be called when `id` is inserted. */
  forget(id: Id): void {
    this.#ends.delete(id);
  }
}

/** Remembers rows in the process, in front of Redis; a change elsewhere is seen when they end. */
export class LocalRows implements Service {
  readonly #service: Service;
  readonly #options: LocalOptions;
  readonly #rows: Lru<Id, { readonly answer: Answer; readonly end: number }>;

  constructor(service: Service, options: LocalOptions) {
    this.#service = service;
    this.#options = options;
    this.#rows = new Lru(options.capacity);
  }

  async detail(id: unknown): Promise<Answer> {
    const key = parseId(id);
    if (key === undefined) return this.#service.detail(id);
    const kept = this.#rows.get(key);
    if (kept !== undefined && seconds(this.#options.now) < kept.end) return kept.answer;
    const answer = await this.#service.detail(id);
    if (answer.sku !== undefined) {
      const end = seconds(this.#options.now) + this.#options.ttlSeconds;
      this.#rows.set(key, { answer: { outcome: 'cache-hit', sku: answer.sku }, end });
    }
    return answer;
  }
}
