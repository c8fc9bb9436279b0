import type { Redis } from 'ioredis';
import type { Answer } from '../funnel/funnel.ts';
import { decodeSku, encodeSku } from '../funnel/sku.ts';
import { cacheKey } from '../funnel/sku-cache.ts';
import type { SkuTable } from '../funnel/sku-table.ts';

/** Article S2's two minutes for "there is no such shop". */
const absentTtlSeconds = 120;

/** The article does not say how long a shop is cached. */
const shopTtlSeconds = 1_800;

/** What says "no such shop" in Redis. */
const absentText = '';

/** A filter that is asked over the network. */
export interface RemoteFilter {
  /** `false`: surely never added. */
  contains(id: number): Promise<boolean>;
}

/** What a shop service asks. */
export interface ShopOptions {
  readonly redis: Redis;
  readonly table: Pick<SkuTable, 'find'>;
  /** The filter that a request asks; called once for each. */
  readonly filter: () => RemoteFilter;
}

/**
 * Article S2's query of a shop: a filter in Redis, then the cache with an empty text for what MySQL
 * does not have, then MySQL. Lives have no jitter, nothing is joined, and an error of the filter is
 * an error of the request.
 */
export class ShopService {
  readonly #options: ShopOptions;

  constructor(options: ShopOptions) {
    this.#options = options;
  }

  async detail(id: unknown): Promise<Answer> {
    const { redis, table, filter } = this.#options;
    if (!(await filter().contains(Number(id)))) return { outcome: 'filter-reject' };
    const key = cacheKey(String(id));
    const cached = await redis.get(key);
    if (cached === absentText) return { outcome: 'sentinel-hit' };
    const shop = cached === null ? undefined : decodeSku(cached, String(id));
    if (shop !== undefined) return { outcome: 'cache-hit', sku: shop };
    const { sku: row } = await table.find(String(id));
    if (row === undefined) {
      await redis.setex(key, absentTtlSeconds, absentText);
      return { outcome: 'db-miss' };
    }
    await redis.setex(key, shopTtlSeconds, encodeSku(row));
    return { outcome: 'db-hit', sku: row };
  }
}
