import { expect, test } from 'vitest';
import { exampleSku } from '../funnel/sku.test.fixture.ts';
import { CachedKeys } from './cached-keys.ts';

const sku = (id: number) => exampleSku({ id: String(id) });

/** A table of the ids 1 … 10 that counts what it is asked. */
function openCache() {
  const asked: string[] = [];
  const table = {
    async find(id: string) {
      asked.push(id);
      return { sku: Number(id) <= 10 ? sku(Number(id)) : undefined, version: 0 };
    },
  };
  return { cache: new CachedKeys(table, 100, 1e-6), asked };
}

test('a row that was never cached is called absent and never loaded', async () => {
  const { cache, asked } = openCache();
  cache.set(sku(1));
  expect(await cache.detail(1)).toEqual({ outcome: 'cache-hit', sku: sku(1) });
  for (let times = 0; times < 2; times++) {
    expect(await cache.detail(2)).toEqual({ outcome: 'filter-reject' });
  }
  expect(asked).toEqual([]);
});

test('an entry that was evicted passes the filter and is loaded again', async () => {
  const { cache, asked } = openCache();
  cache.set(sku(1));
  cache.evict('1');
  expect(cache.admits(1)).toBe(true);
  expect(await cache.detail(1)).toEqual({ outcome: 'db-hit', sku: sku(1) });
  expect(await cache.detail(1)).toMatchObject({ outcome: 'cache-hit' });
  expect(asked).toEqual(['1']);
});

test('an entry whose row is gone passes the filter and finds nothing', async () => {
  const { cache, asked } = openCache();
  cache.set(sku(11));
  cache.evict('11');
  expect(await cache.detail(11)).toEqual({ outcome: 'db-miss' });
  expect([asked, cache.size]).toEqual([['11'], 0]);
});
