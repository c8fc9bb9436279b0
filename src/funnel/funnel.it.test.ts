import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conservation } from './conservation.ts';
import { bloomSets } from './defences.ts';
import { drive } from './driver.ts';
import type { Answer, Funnel } from './funnel.ts';
import { rows, Shop } from './shop.test.fixture.ts';
import { awkwardTexts, exampleSku } from './sku.test.fixture.ts';
import { encodeSku } from './sku.ts';
import { cacheKey } from './sku-cache.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(() => shop.reset());

const driveOptions = { now: process.hrtime.bigint, signal: new AbortController().signal };

async function outcomesOf(funnel: Funnel, ids: readonly unknown[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const id of ids) outcomes.push((await funnel.detail(id)).outcome);
  return outcomes;
}

describe('outcomes, by the servers’ own counters', () => {
  test('100 requests for an absent id end in the filter: no GET, no SELECT', async () => {
    const { funnel } = await shop.open({ filter: shop.filter('bloom') });
    await funnel.rebuild();
    const ids = new Float64Array(100).fill(rows + 100);
    const seen = await shop.countsOf(() => drive(funnel, ids, { concurrency: 1, ...driveOptions }));
    expect(seen).toEqual({ gets: 0, sets: 0, selects: 0 });
    expect(funnel.stats().outcomes['filter-reject']).toBe(100);
    expect(await shop.keys()).toEqual([]);
  });

  test('without the filter one sentinel with EX 60 … 90 remains', async () => {
    const { funnel } = await shop.open();
    const seen = await shop.countsOf(async () => {
      expect(await outcomesOf(funnel, [rows + 1, rows + 1])).toEqual(['db-miss', 'sentinel-hit']);
    });
    expect(seen).toEqual({ gets: 2, sets: 1, selects: 1 });
    expect(await shop.keys()).toEqual([cacheKey(String(rows + 1))]);
    expect(await shop.redis.get(cacheKey(String(rows + 1)))).toBe('__nil__');
    const ttl = await shop.redis.ttl(cacheKey(String(rows + 1)));
    expect(ttl).toBeGreaterThanOrEqual(59);
    expect(ttl).toBeLessThanOrEqual(90);
  });

  test('without sentinels every request for an absent id reaches MySQL', async () => {
    const { funnel } = await shop.open({ sentinels: false });
    const seen = await shop.countsOf(async () => {
      expect(await outcomesOf(funnel, [5_000, 5_000])).toEqual(['db-miss', 'db-miss']);
    });
    expect(seen).toEqual({ gets: 2, sets: 0, selects: 2 });
  });

  test('an id that is none costs no key and no query', async () => {
    const { funnel } = await shop.open();
    const odd = ['007', '+7', '1e3', ' 7', '-1', '-0', '７', '٣', '18446744073709551616', '7.0'];
    const others = ['', '1abc', '0x10', null, undefined, Number.NaN, -1, 1.5, 2 ** 53, -1n, {}];
    const seen = await shop.countsOf(async () => {
      for (const outcome of await outcomesOf(funnel, [...odd, ...others])) {
        expect(outcome).toBe('invalid');
      }
    });
    expect(seen).toEqual({ gets: 0, sets: 0, selects: 0 });
  });

  test.each(['bloom', 'range', 'bitmap'] as const)(
    'what goes in comes out somewhere: the laws hold for concurrent traffic (%s)',
    async (name) => {
      const { funnel } = await shop.open({ filter: shop.filter(name) });
      const ids = Float64Array.from({ length: 3_000 }, (_, index) => (index * 7) % (2 * rows));
      const seen = await shop.countsOf(async () => {
        await funnel.rebuild();
        await funnel.warm(50);
        await drive(funnel, ids, { concurrency: 64, ...driveOptions });
      });
      for (const law of conservation(ids.length, funnel.stats(), seen)) {
        expect(law.measured, law.name).toBe(law.expected);
      }
      expect(funnel.stats().maintenance).toEqual({ selects: 3, sets: 50 });
    },
  );
});

test('the laws hold while rows are inserted and deleted', async () => {
  const { funnel } = await shop.open();
  const ids = new Float64Array(50).map((_, index) => 990 + index);
  const seen = await shop.countsOf(async () => {
    await funnel.insertSku(exampleSku({ id: '1001' }));
    await drive(funnel, ids, { concurrency: 1, ...driveOptions });
    await funnel.deleteSku('1001');
  });
  for (const law of conservation(ids.length, funnel.stats(), seen)) {
    expect(law.measured, law.name).toBe(law.expected);
  }
});

describe('single flight', () => {
  test('100 requests at once for one id make one query and 100 equal answers', async () => {
    const { funnel } = await shop.open();
    for (const [id, outcome] of [
      [7, 'db-hit'],
      [5_000, 'db-miss'],
    ] as const) {
      let answers: Answer[] = [];
      const seen = await shop.countsOf(async () => {
        answers = await Promise.all(Array.from({ length: 100 }, () => funnel.detail(id)));
      });
      expect(seen).toEqual({ gets: 100, sets: 1, selects: 1 });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(answers[0]!.outcome).toBe(outcome);
    }
    expect(funnel.stats().joined).toBe(198);
  });

  test('switched off, each request asks for itself', async () => {
    const { funnel } = await shop.open({ singleFlight: false });
    const seen = await shop.countsOf(() =>
      Promise.all(Array.from({ length: 20 }, () => funnel.detail(7))),
    );
    expect(seen.selects).toBe(20);
    expect(funnel.stats().joined).toBe(0);
  });
});

describe('exact ids and equal bodies', () => {
  const large = ['9007199254740992', '9007199254740993', '18446744073709551615'];

  test('ids beyond 2^53 keep their own rows, cold, cached and after a rebuild', async () => {
    const { funnel } = await shop.open({ filter: shop.filter('bloom') });
    for (const id of large) await funnel.insertSku(exampleSku({ id, title: `title of ${id}` }));
    await shop.redis.unlink(large.map(cacheKey));
    await funnel.rebuild();
    for (const outcome of ['db-hit', 'cache-hit']) {
      for (const id of large) {
        const answer = await funnel.detail(id);
        expect(answer.outcome).toBe(outcome);
        expect(answer.sku).toMatchObject({ id, title: `title of ${id}` });
      }
    }
    expect((await funnel.detail('9007199254740994')).outcome).toBe('filter-reject');
  });

  test('a row reads the same from MySQL and from Redis, whatever its text', async () => {
    const { funnel } = await shop.open();
    for (const [index, title] of awkwardTexts.entries()) {
      const sku = exampleSku({ id: String(5_000 + index), title, subtitle: title });
      await funnel.insertSku(sku);
      await shop.redis.unlink(cacheKey(sku.id));
      const [cold, cached] = [await funnel.detail(sku.id), await funnel.detail(sku.id)];
      expect([cold.outcome, cached.outcome]).toEqual(['db-hit', 'cache-hit']);
      expect(encodeSku(cached.sku!)).toBe(encodeSku(cold.sku!));
      expect(cold.sku).toEqual(sku);
    }
  });

  test('what SQL alone can store is a row like any other', async () => {
    const { funnel, lines } = await shop.open();
    await shop.mysql.query('UPDATE funnel_lab.seckill_sku SET price = -1.5 WHERE id = 7');
    expect(await outcomesOf(funnel, [7, 7])).toEqual(['db-hit', 'cache-hit']);
    expect((await funnel.detail(7)).sku!.price).toBe('-1.50');
    expect(lines).toEqual([]);
  });

  test('text that is no id is refused by the table itself, before any query', async () => {
    const { table } = await shop.open();
    for (const text of ['1abc', ' 1', '1.0', '1e0', '', '001']) {
      await expect(table.find(text)).rejects.toThrow(TypeError);
      await expect(table.delete(text)).rejects.toThrow(TypeError);
    }
  });
});

describe('entries that are none of ours', () => {
  const odd = ['null', '', 'undefined', '{}', '{"id": ', 'true', '0', 'x'.repeat(2 ** 20)];

  test.each([...odd, encodeSku(exampleSku({ id: '8' }))])(
    'a cached %.20s is a miss: read from MySQL, overwritten and counted',
    async (text) => {
      const { funnel } = await shop.open();
      await shop.redis.set(cacheKey('7'), text, 'EX', 600);
      expect(await outcomesOf(funnel, [7, 7])).toEqual(['db-hit', 'cache-hit']);
      expect(funnel.stats().unreadable).toBe(1);
      expect(await shop.redis.ttl(cacheKey('7'))).toBeLessThanOrEqual(450);
    },
  );

  test('so is a key of another type, for present and for absent ids', async () => {
    const { funnel } = await shop.open();
    await shop.redis.hset(cacheKey('7'), 'a', 'b');
    await shop.redis.hset(cacheKey('5000'), 'a', 'b');
    expect(await outcomesOf(funnel, [7, 7])).toEqual(['db-hit', 'cache-hit']);
    expect(await outcomesOf(funnel, [5_000, 5_000])).toEqual(['db-miss', 'sentinel-hit']);
    expect(funnel.stats().unreadable).toBe(2);
  });
});

test('no more is removed of an odd entry than what was read', async () => {
  const { cache } = await shop.open();
  const key = cacheKey('7');
  const odd = async (fill: () => Promise<unknown>) => {
    await shop.redis.unlink(key);
    await fill();
    const read = await cache.read('7');
    if (read.kind !== 'unreadable') throw new Error(read.kind);
    return read.bytes;
  };
  const noise = Buffer.from([0xff, 0xfe, 0]);
  const text = () => shop.redis.set(key, noise);
  const hash = () => shop.redis.hset(key, 'a', 'b');
  for (const fill of [text, hash]) {
    await cache.discard('7', await odd(fill));
    expect(await shop.redis.exists(key)).toBe(0);
    const bytes = await odd(fill);
    await cache.put('7', undefined);
    await cache.discard('7', bytes);
    expect((await cache.read('7')).kind).toBe('sentinel');
  }
});

test('a table that is empty gives a ready filter that says no to everything', async () => {
  const { funnel } = await shop.open({ filter: shop.filter('bloom') });
  await shop.mysql.query('DELETE FROM funnel_lab.seckill_sku');
  await funnel.rebuild();
  expect(await outcomesOf(funnel, [1, 7, '18446744073709551615'])).toEqual(
    Array(3).fill('filter-reject'),
  );
});

test('a table that outgrows the capacity gets a larger filter and a warning', async () => {
  const lines: string[] = [];
  const filter = bloomSets({ capacity: 500, p: 0.001, log: (line) => lines.push(line) });
  const { funnel } = await shop.open({ filter });
  await funnel.rebuild();
  expect(lines).toEqual(["the filter's capacity of 500 ids is too small; it is made for 1000"]);
  expect(funnel.membership!.set).toMatchObject({ capacity: 1_000, overCapacity: false });
});
