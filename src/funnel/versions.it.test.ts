import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conservation } from './conservation.ts';
import type { Funnel } from './funnel.ts';
import { changed, latch } from './interleave.ts';
import { heldAfterFind, Shop } from './shop.test.fixture.ts';
import { exampleSku } from './sku.test.fixture.ts';
import { cacheKey } from './sku-cache.ts';
import { versionTable } from './sku-schema.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  await shop.reset();
  await shop.mysql.query(`DELETE FROM ${versionTable}`);
});

const versioned = {
  cacheOptions: { writeBack: 'versioned' },
  tableOptions: { versions: true },
} as const;

const sku = (title: string) => exampleSku({ id: '5000', title });
const titleOf = async (funnel: Funnel, id = '5000') => (await funnel.detail(id)).sku?.title;

/** A process whose writers wait before their SET. */
async function slowWriter(options: object = versioned) {
  const [committed, gate] = [latch(), latch()];
  const { funnel } = await shop.open({
    ...options,
    wrapCache: (cache) =>
      changed(cache, {
        put: async (...entry) => {
          committed.reach();
          await gate.reached;
          return cache.put(...entry);
        },
      }),
  });
  return { funnel, committed: committed.reached, letGo: gate.reach };
}

describe('writers in two processes whose SETs are applied in the reverse order', () => {
  test.each([
    ['versioned: the row of the last commit stays', versioned, 'second'],
    ['guarded: the row of the last SET stays, which is old', {}, 'first'],
  ])('%s', async (_, options, title) => {
    const slow = await slowWriter(options);
    const other = await shop.open(options);
    await other.funnel.insertSku(sku('before'));
    const first = slow.funnel.updateSku(sku('first'));
    await slow.committed;
    await other.funnel.updateSku(sku('second'));
    slow.letGo();
    expect(await first).toEqual({ updated: true, cached: true });
    expect(await titleOf(other.funnel)).toBe(title);
  });

  test('versioned: an insert is not hidden by the delete before it', async () => {
    const slow = await slowWriter();
    const other = await shop.open(versioned);
    await other.funnel.insertSku(sku('before'));
    const deletion = slow.funnel.deleteSku('5000');
    await slow.committed;
    await other.funnel.insertSku(sku('again'));
    slow.letGo();
    expect(await deletion).toEqual({ deleted: true, cached: true });
    expect(await titleOf(other.funnel)).toBe('again');
  });
});

test('of what readers write the highest version stands, and of equals the first', async () => {
  const { cache, funnel } = await shop.open(versioned);
  const titles: (string | undefined)[] = [];
  for (const [title, version] of [
    ['old', 9],
    ['new', 10],
    ['old, late', 9],
    ['new, again', 10],
  ] as const) {
    await cache.writeBack('5000', sku(title), version);
    titles.push(await titleOf(funnel));
  }
  expect(titles).toEqual(['old', 'new', 'new', 'new']);
});

test('versions go on over a delete, count no change that failed, and are told of absent ids', async () => {
  const { funnel, table } = await shop.open(versioned);
  expect(await table.find('5000')).toEqual({ sku: undefined, version: 0 });
  await funnel.insertSku(sku('one'));
  await expect(funnel.insertSku(sku('twice'))).rejects.toThrow('Duplicate entry');
  expect(await table.find('5000')).toEqual({ sku: sku('one'), version: 1 });
  await funnel.deleteSku('5000');
  expect(await table.find('5000')).toEqual({ sku: undefined, version: 2 });
  expect(await funnel.updateSku(sku('none'))).toEqual({ updated: false, cached: true });
  await funnel.insertSku(sku('again'));
  expect(await table.find('5000')).toEqual({ sku: sku('again'), version: 4 });
  const [stored] = await shop.mysql.query(`SELECT version FROM ${versionTable}`);
  expect(stored).toEqual([{ version: '4' }]);
  expect((await table.find('7')).version).toBe(0);
});

test('versions leave what the servers count as it is: all laws hold, of refused writes too', async () => {
  const [gate, loaded] = [latch(), latch()];
  const { funnel } = await shop.open({
    ...versioned,
    wrapTable: heldAfterFind(gate.reached, loaded.reach),
  });
  let sent = 0;
  const ask = (id: string) => {
    sent++;
    return funnel.detail(id);
  };
  const seen = await shop.countsOf(async () => {
    const late = ask('5000');
    await loaded.reached;
    await funnel.insertSku(sku('new'));
    gate.reach();
    await late;
    await ask('5000');
    await funnel.updateSku(sku('newer'));
    await funnel.deleteSku('5000');
    for (const id of ['5000', '5001', '5001', '7', '7', 'x']) await ask(id);
    await funnel.warm(10);
  });
  const laws = conservation(sent, funnel.stats(), seen);
  expect(laws.map(({ measured }) => measured)).toEqual(laws.map(({ expected }) => expected));
});

test('where the table counts no versions the last change stands, as with guarded', async () => {
  const { funnel } = await shop.open({ cacheOptions: versioned.cacheOptions });
  await funnel.detail('5000');
  await funnel.insertSku(sku('one'));
  expect(await titleOf(funnel)).toBe('one');
  await funnel.updateSku(sku('two'));
  expect(await titleOf(funnel)).toBe('two');
});

test('what warms the cache has its version: an older load does not cover it', async () => {
  const { funnel, cache, table } = await shop.open(versioned);
  const before = (await table.find('7')).sku!;
  await funnel.updateSku({ ...before, title: 'new' });
  await shop.redis.unlink(cacheKey('7'));
  expect(await funnel.warm(10)).toBe(10);
  await cache.writeBack('7', before, 0);
  expect(await titleOf(funnel, '7')).toBe('new');
});

test.each(['noise', '', 'null', '{}', '__nil__', '1', '1 ', 'x __nil__', '-1 __nil__', '1 {}'])(
  'an entry %o without a version or a row is a miss and gives way to what MySQL says',
  async (entry) => {
    await shop.redis.set(cacheKey('7'), entry, 'EX', 600);
    const { funnel } = await shop.open(versioned);
    expect((await funnel.detail('7')).outcome).toBe('db-hit');
    expect((await funnel.detail('7')).outcome).toBe('cache-hit');
    expect(funnel.stats().unreadable).toBe(1);
  },
);

test('a key of another type gives way to what a reader or a writer writes', async () => {
  for (const id of ['7', '5000']) await shop.redis.hset(cacheKey(id), 'a', 'b');
  const { funnel } = await shop.open(versioned);
  expect((await funnel.detail('7')).outcome).toBe('db-hit');
  expect((await funnel.detail('7')).outcome).toBe('cache-hit');
  expect(await funnel.insertSku(sku('new'))).toEqual({ cached: true });
  expect(await titleOf(funnel)).toBe('new');
  expect(await shop.redis.ttl(cacheKey('5000'))).toBeGreaterThan(0);
});

test('rows named like the sentinel are rows', async () => {
  const { funnel } = await shop.open(versioned);
  for (const title of ['__nil__', '1 __nil__', '"__nil__"']) {
    await funnel.deleteSku('5000');
    await funnel.insertSku(sku(title));
    await shop.redis.unlink(cacheKey('5000'));
    expect(await titleOf(funnel)).toBe(title);
    expect(await funnel.detail('5000')).toEqual({ outcome: 'cache-hit', sku: sku(title) });
  }
});
