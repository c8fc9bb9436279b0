import { BloomFilter } from '../filters/bloom.ts';
import type { Answer } from '../funnel/funnel.ts';
import type { Sku } from '../funnel/sku.ts';
import { requireId } from '../funnel/sku-id.ts';
import type { SkuTable } from '../funnel/sku-table.ts';

/**
 * Article S3's cache with a filter over the keys that were put into it: a map in the process,
 * without lives and without a limit. A "no" of the filter ends the request, so that a row which is
 * in the database but was never cached is never loaded. Its filter is article S0's here, since S3's
 * own does not compile.
 */
export class CachedKeys {
  readonly #table: Pick<SkuTable, 'find'>;
  readonly #filter: BloomFilter;
  readonly #entries = new Map<string, Sku>();

  /** @throws as `BloomFilter.forCapacity` does */
  constructor(table: Pick<SkuTable, 'find'>, capacity: number, p: number) {
    this.#table = table;
    this.#filter = BloomFilter.forCapacity(capacity, p);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Puts a row into the cache; from now on the filter lets its key through. */
  set(sku: Sku): void {
    this.#entries.set(sku.id, sku);
    this.#filter.add(requireId(sku.id));
  }

  /** What a limit or a life would do, which the article's map has not: the filter keeps the key. */
  evict(id: string): void {
    this.#entries.delete(id);
  }

  /** Whether the filter's answer lets a request for `id` go on. */
  admits(id: number): boolean {
    return this.#filter.has(id);
  }

  /** The entry, without asking the filter. */
  entry(id: string): Sku | undefined {
    return this.#entries.get(id);
  }

  async detail(id: unknown): Promise<Answer> {
    const text = String(id);
    if (!this.admits(Number(id))) return { outcome: 'filter-reject' };
    const entry = this.entry(text);
    if (entry !== undefined) return { outcome: 'cache-hit', sku: entry };
    const { sku: row } = await this.#table.find(text);
    if (row === undefined) return { outcome: 'db-miss' };
    this.set(row);
    return { outcome: 'db-hit', sku: row };
  }
}
