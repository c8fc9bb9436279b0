import type { Redis } from 'ioredis';
import type { Answer } from '../funnel/funnel.ts';
import { decodeSku, encodeSku, type Sku } from '../funnel/sku.ts';
import { cacheKey } from '../funnel/sku-cache.ts';
import type { SkuTable } from '../funnel/sku-table.ts';

/** Article S4's mark for "the database has no such row", as it comes out of the cache. */
export const nullPlaceholder = Object.freeze({ placeholder: 'null' });

const placeholderText = 'NULL_PLACEHOLDER';

const nullTtlSeconds = 30;
const dataTtlSeconds = 300;

/** What article S4's `getData` gives to its caller. */
type Data = Sku | typeof nullPlaceholder | null;

/** An answer and what the caller was given: for an absent id not always the same. */
export interface GivenAnswer extends Answer {
  readonly given: Data;
}

/**
 * Article S4's cache of empty values: 30 s for a row that is not there, 300 s for one that is,
 * without jitter. What is found in the cache is handed out as it is, the mark included, so that a
 * caller who looks for `null` takes the second answer for an absent id for data.
 */
export class NullCache {
  readonly #redis: Redis;
  readonly #table: Pick<SkuTable, 'find'>;

  constructor(redis: Redis, table: Pick<SkuTable, 'find'>) {
    this.#redis = redis;
    this.#table = table;
  }

  async detail(id: unknown): Promise<GivenAnswer> {
    const key = cacheKey(String(id));
    const cached = await this.#redis.get(key);
    if (cached === placeholderText) return { outcome: 'sentinel-hit', given: nullPlaceholder };
    const data = cached === null ? undefined : decodeSku(cached, String(id));
    if (data !== undefined) return { outcome: 'cache-hit', sku: data, given: data };
    const { sku: row } = await this.#table.find(String(id));
    if (row === undefined) {
      await this.#redis.setex(key, nullTtlSeconds, placeholderText);
      return { outcome: 'db-miss', given: null };
    }
    await this.#redis.setex(key, dataTtlSeconds, encodeSku(row));
    return { outcome: 'db-hit', sku: row, given: row };
  }
}
