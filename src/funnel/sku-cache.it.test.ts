import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Shop } from './shop.test.fixture.ts';
import { exampleSku } from './sku.test.fixture.ts';
import { cacheKey } from './sku-cache.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(() => shop.reset());

/** 1,000 sentinels and what Redis says of their lives, in seconds. */
async function ttls(sentinelTtlSeconds: number): Promise<number[]> {
  const { cache } = await shop.open({ cacheOptions: { sentinelTtlSeconds } });
  const ids = Array.from({ length: 1_000 }, (_, index) => [String(5_000 + index)] as const);
  expect(await cache.writeBackMany(ids)).toEqual({ sent: 1_000, taken: 1_000 });
  const times = await Promise.all(ids.map(([id]) => shop.redis.pttl(cacheKey(id))));
  return times.map((ms) => Math.ceil(ms / 1_000));
}

test('no key is ever without an end, and the lives spread over the whole window', async () => {
  const lives = await ttls(60);
  expect(Math.min(...lives)).toBeGreaterThanOrEqual(59);
  expect(Math.max(...lives)).toBeLessThanOrEqual(90);
  expect(new Set(lives).size).toBeGreaterThanOrEqual(30);
});

test('lives as short as a second are whole seconds from 1', async () => {
  for (const life of await ttls(1)) expect([1, 2]).toContain(life);
});

test('a value lives for 300 … 450 s, a sentinel of a deleted row for 60 … 90 s', async () => {
  const { cache } = await shop.open();
  await cache.put('7', exampleSku({ id: '7' }));
  await cache.put('8', undefined);
  const [value, sentinel] = [
    await shop.redis.ttl(cacheKey('7')),
    await shop.redis.ttl(cacheKey('8')),
  ];
  expect(value).toBeGreaterThanOrEqual(299);
  expect(value).toBeLessThanOrEqual(450);
  expect(sentinel).toBeGreaterThanOrEqual(59);
  expect(sentinel).toBeLessThanOrEqual(90);
});

test('the pipelined writer writes as a single reader does: guarded, one SET a key', async () => {
  const { cache } = await shop.open();
  const sku = exampleSku({ id: '7' });
  expect(await cache.put('7', sku)).toBe(true);
  const seen = await shop.countsOf(() =>
    cache.writeBackMany([['7'], ['8', { ...sku, id: '8' }], ['9']]),
  );
  expect(seen.sets).toBe(3);
  expect((await cache.read('7')).kind).toBe('value');
  expect((await cache.read('8')).kind).toBe('value');
  expect((await cache.read('9')).kind).toBe('sentinel');
});

test('equal seeds give equal lives', async () => {
  const first = await ttls(3_600);
  await shop.reset();
  const second = await ttls(3_600);
  const off = first.map((life, index) => Math.abs(life - second[index]!));
  // Redis counts down meanwhile.
  expect(Math.max(...off)).toBeLessThanOrEqual(2);
});

test('keys of others are neither read nor written nor removed', async () => {
  await shop.redis.set('foreign:1', 'theirs');
  const { funnel } = await shop.open();
  await funnel.insertSku(exampleSku({ id: '5000' }));
  await funnel.deleteSku('5000');
  await shop.reset();
  expect(await shop.redis.get('foreign:1')).toBe('theirs');
  expect(await shop.redis.ttl('foreign:1')).toBe(-1);
});
