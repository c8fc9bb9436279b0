import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changed, latch } from './interleave.ts';
import { heldAfterFind, Shop } from './shop.test.fixture.ts';
import { exampleSku } from './sku.test.fixture.ts';
import { cacheKey } from './sku-cache.ts';
import { skuTable } from './sku-schema.ts';

// Each test holds one side at a point, lets the other run, and then lets go.

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(() => shop.reset());

const fresh = exampleSku({ id: '5000', title: 'new on the shelf' });

/** A reader that has its answer from MySQL and has not written it back yet. */
async function slowReader(id: string, writeBack: 'guarded' | 'plain' = 'guarded') {
  const [gate, loaded] = [latch(), latch()];
  const { funnel } = await shop.open({
    cacheOptions: { writeBack },
    wrapTable: heldAfterFind(gate.reached, loaded.reach),
  });
  const answer = funnel.detail(id);
  await loaded.reached;
  return { funnel, answer, letGo: gate.reach };
}

describe('a late sentinel after an insert', () => {
  test('guarded: the value stays and the next request finds the row', async () => {
    const reader = await slowReader('5000');
    expect(await reader.funnel.insertSku(fresh)).toEqual({ cached: true });
    reader.letGo();
    expect((await reader.answer).outcome).toBe('db-miss');
    expect(await reader.funnel.detail('5000')).toEqual({ outcome: 'cache-hit', sku: fresh });
  });

  test('guarded: the same when the insert comes through another process', async () => {
    const reader = await slowReader('5000');
    const other = await shop.open();
    await other.funnel.insertSku(fresh);
    reader.letGo();
    await reader.answer;
    expect((await other.funnel.detail('5000')).outcome).toBe('cache-hit');
  });

  test('plain, as the article has it: the sentinel covers the value, a wrong 404', async () => {
    const reader = await slowReader('5000', 'plain');
    await reader.funnel.insertSku(fresh);
    reader.letGo();
    await reader.answer;
    expect((await reader.funnel.detail('5000')).outcome).toBe('sentinel-hit');
  });
});

describe('a late value after a delete', () => {
  test('guarded: the sentinel stays', async () => {
    const reader = await slowReader('7');
    expect(await reader.funnel.deleteSku('7')).toEqual({ deleted: true, cached: true });
    reader.letGo();
    expect((await reader.answer).outcome).toBe('db-hit');
    expect((await reader.funnel.detail('7')).outcome).toBe('sentinel-hit');
  });

  test('guarded: also where the defence has no sentinels', async () => {
    const [gate, loaded] = [latch(), latch()];
    const { funnel } = await shop.open({
      sentinels: false,
      wrapTable: heldAfterFind(gate.reached, loaded.reach),
    });
    const answer = funnel.detail('7');
    await loaded.reached;
    await funnel.deleteSku('7');
    gate.reach();
    expect((await answer).outcome).toBe('db-hit');
    expect((await funnel.detail('7')).outcome).toBe('sentinel-hit');
  });

  test('a row that SQL has deleted before is forgotten all the same', async () => {
    const { funnel } = await shop.open();
    await funnel.detail('7');
    await shop.mysql.query(`DELETE FROM ${skuTable} WHERE id = 7`);
    expect((await funnel.detail('7')).outcome).toBe('cache-hit');
    expect(await funnel.deleteSku('7')).toEqual({ deleted: false, cached: true });
    expect((await funnel.detail('7')).outcome).toBe('sentinel-hit');
  });

  test('plain: the old row is back', async () => {
    const reader = await slowReader('7', 'plain');
    await reader.funnel.deleteSku('7');
    reader.letGo();
    await reader.answer;
    expect((await reader.funnel.detail('7')).outcome).toBe('cache-hit');
  });

  test('guarded, and the entry was unreadable: it is unlinked before the row is read', async () => {
    await shop.redis.set(cacheKey('7'), 'noise', 'EX', 600);
    const reader = await slowReader('7');
    await reader.funnel.deleteSku('7');
    reader.letGo();
    await reader.answer;
    expect((await reader.funnel.detail('7')).outcome).toBe('sentinel-hit');
  });
});

test('a late discard of an unreadable entry leaves a delete’s sentinel in place', async () => {
  await shop.redis.set(cacheKey('7'), 'noise', 'EX', 600);
  const [loads, loaded, discards, discarding, discarded] = Array.from({ length: 5 }, latch);
  let first = true;
  const { funnel } = await shop.open({
    wrapTable: heldAfterFind(loads!.reached, loaded!.reach),
    wrapCache: (cache) =>
      changed(cache, {
        discard: async (id, bytes) => {
          if (!first) return cache.discard(id, bytes);
          first = false;
          discarding!.reach();
          await discards!.reached;
          await cache.discard(id, bytes);
          discarded!.reach();
        },
      }),
  });
  const late = funnel.detail('7');
  await discarding!.reached;
  const withOldRow = funnel.detail('7');
  await loaded!.reached;
  await funnel.deleteSku('7');
  discards!.reach();
  await discarded!.reached;
  loads!.reach();
  await Promise.all([late, withOldRow]);
  expect((await funnel.detail('7')).outcome).toBe('sentinel-hit');
});

describe('an update', () => {
  const renamed = exampleSku({ id: '7', title: 'renamed' });

  test('is seen at once, and a late load of the old row does not cover it', async () => {
    const reader = await slowReader('7');
    expect(await reader.funnel.updateSku(renamed)).toEqual({ updated: true, cached: true });
    reader.letGo();
    expect((await reader.answer).sku!.title).not.toBe('renamed');
    expect(await reader.funnel.detail('7')).toEqual({ outcome: 'cache-hit', sku: renamed });
    await shop.redis.unlink(cacheKey('7'));
    expect(await reader.funnel.detail('7')).toEqual({ outcome: 'db-hit', sku: renamed });
  });

  test('of a row that another process has inserted passes the filter', async () => {
    const { funnel } = await shop.open({ filter: shop.filter('bloom') });
    await funnel.rebuild();
    const other = await shop.open();
    await other.funnel.insertSku(fresh);
    expect((await funnel.detail('5000')).outcome).toBe('filter-reject');
    await funnel.updateSku({ ...fresh, title: 'renamed' });
    expect((await funnel.detail('5000')).sku!.title).toBe('renamed');
  });

  test('of no row makes none, and one that the table could not hold is refused', async () => {
    const { funnel } = await shop.open();
    expect(await funnel.updateSku(fresh)).toEqual({ updated: false, cached: true });
    expect((await funnel.detail('5000')).outcome).toBe('sentinel-hit');
    await expect(funnel.updateSku({ ...renamed, price: '1.5' })).rejects.toThrow();
    expect((await funnel.detail('7')).sku!.title).not.toBe('renamed');
  });

  test('leaves the other rows as they are', async () => {
    const { funnel, table } = await shop.open();
    const before = await table.find('8');
    await funnel.updateSku(renamed);
    expect(await table.find('8')).toEqual(before);
    expect((await table.find('7')).sku).toEqual(renamed);
  });
});

describe('a change whose answer was lost', () => {
  const lost = Object.assign(new Error('Connection lost'), { code: 'PROTOCOL_CONNECTION_LOST' });

  test('an insert that was made all the same is found at once', async () => {
    const { funnel } = await shop.open({
      filter: shop.filter('bloom'),
      wrapTable: (table) =>
        changed(table, {
          insert: async (sku) => {
            await table.insert(sku);
            throw lost;
          },
        }),
    });
    expect((await funnel.detail('5000')).outcome).toBe('db-miss');
    await funnel.rebuild();
    await expect(funnel.insertSku(fresh)).rejects.toThrow('Connection lost');
    expect(await funnel.detail('5000')).toEqual({ outcome: 'cache-hit', sku: fresh });
  });

  test('a delete that was made all the same is noticed, one that was not changes nothing', async () => {
    let made = false;
    const { funnel } = await shop.open({
      wrapTable: (table) =>
        changed(table, {
          delete: async (id) => {
            if (made) await table.delete(id);
            throw lost;
          },
        }),
    });
    await funnel.detail('7');
    await expect(funnel.deleteSku('7')).rejects.toThrow('Connection lost');
    expect((await funnel.detail('7')).outcome).toBe('cache-hit');
    made = true;
    await expect(funnel.deleteSku('7')).rejects.toThrow('Connection lost');
    expect((await funnel.detail('7')).outcome).toBe('sentinel-hit');
  });

  test('where MySQL stays silent the entry stays as it is', async () => {
    const { funnel } = await shop.open({
      wrapTable: (table) =>
        changed(table, {
          delete: () => Promise.reject(lost),
          find: () => Promise.reject(new Error('gone')),
        }),
    });
    await shop.redis.set(cacheKey('7'), '__nil__', 'EX', 60);
    await expect(funnel.deleteSku('7')).rejects.toThrow('Connection lost');
    expect((await funnel.detail('7')).outcome).toBe('sentinel-hit');
  });
});

test('a request after an insert joins no load that began before it', async () => {
  // The value does not reach Redis, so that only joining or loading can answer.
  const [gate, loaded] = [latch(), latch()];
  let held = true;
  const { funnel } = await shop.open({
    wrapCache: (cache) => changed(cache, { put: async () => false }),
    wrapTable: (table) =>
      changed(table, {
        find: async (id) => {
          const sku = await table.find(id);
          loaded.reach();
          if (held) await gate.reached;
          return sku;
        },
      }),
  });
  const early = funnel.detail('5000');
  await loaded.reached;
  expect(await funnel.insertSku(fresh)).toEqual({ cached: false });
  held = false;
  expect(await funnel.detail('5000')).toEqual({ outcome: 'db-hit', sku: fresh });
  gate.reach();
  expect((await early).outcome).toBe('db-miss');
});

describe('inserts and the filter', () => {
  test('an id that was asked for before it existed is found at once after its insert', async () => {
    const { funnel } = await shop.open({ filter: shop.filter('bloom') });
    expect((await funnel.detail('5000')).outcome).toBe('db-miss');
    await funnel.rebuild();
    expect((await funnel.detail('5000')).outcome).toBe('filter-reject');
    await funnel.insertSku(fresh);
    expect((await funnel.detail('5000')).outcome).toBe('cache-hit');
  });

  test('an insert that commits after the scan of a rebuild is in the new set', async () => {
    const [commit, inserting, scanned] = [latch(), latch(), latch()];
    const { funnel } = await shop.open({
      filter: shop.filter('bloom'),
      wrapTable: (table) =>
        changed(table, {
          insert: async (sku) => {
            inserting.reach();
            await commit.reached;
            return table.insert(sku);
          },
          async *idPages() {
            yield* table.idPages();
            scanned.reach();
          },
        }),
    });
    const insert = funnel.insertSku(fresh);
    await inserting.reached;
    const rebuilt = funnel.rebuild();
    await scanned.reached;
    await rebuilt;
    commit.reach();
    await insert;
    await shop.redis.unlink(cacheKey('5000'));
    expect((await funnel.detail('5000')).outcome).toBe('db-hit');
  });

  test('a row inserted by SQL is a 404 until the next rebuild and the end of its sentinel', async () => {
    const { funnel } = await shop.open({ filter: shop.filter('bloom') });
    await funnel.rebuild();
    await shop.mysql.query(`INSERT INTO ${skuTable} SELECT 5000, title, subtitle, description,
      image, price, sale_price, stock, limit_per_buyer, sale_start, sale_end
      FROM ${skuTable} WHERE id = 1`);
    expect((await funnel.detail('5000')).outcome).toBe('filter-reject');
    await funnel.rebuild();
    expect((await funnel.detail('5000')).outcome).toBe('db-hit');
  });

  test('a deleted id passes the filter until the next rebuild', async () => {
    const { funnel } = await shop.open({ filter: shop.filter('bloom') });
    await funnel.rebuild();
    await funnel.deleteSku('7');
    expect((await funnel.detail('7')).outcome).toBe('sentinel-hit');
    await funnel.rebuild();
    expect((await funnel.detail('7')).outcome).toBe('filter-reject');
  });
});

test('an insert and a delete of one id leave the cache as the table is', async () => {
  const { funnel } = await shop.open();
  await Promise.all([funnel.insertSku(fresh), funnel.deleteSku('5000')]);
  expect((await funnel.detail('5000')).outcome).toBe('sentinel-hit');
  await Promise.all([funnel.insertSku(fresh), funnel.deleteSku('5000'), funnel.insertSku(fresh)]);
  expect((await funnel.detail('5000')).outcome).toBe('cache-hit');
});

test('a row that exists already is refused and nothing in the cache changes', async () => {
  const { funnel } = await shop.open();
  await funnel.detail('7');
  await expect(funnel.insertSku(exampleSku({ id: '7' }))).rejects.toThrow('Duplicate entry');
  await expect(funnel.insertSku(exampleSku({ id: '5001', price: '1.5' }))).rejects.toThrow();
  expect((await funnel.detail('7')).sku!.title).not.toBe(exampleSku().title);
  expect((await funnel.detail('5001')).outcome).toBe('db-miss');
});
