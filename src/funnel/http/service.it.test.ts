import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRedis } from '../../servers/redis.ts';
import { random } from '../../workload/random.ts';
import { Funnel } from '../funnel.ts';
import { heard } from '../heard.test.fixture.ts';
import { patientMs, Shop } from '../shop.test.fixture.ts';
import { awkwardTexts, exampleSku } from '../sku.test.fixture.ts';
import { cacheKey, connectCache, SkuCache } from '../sku-cache.ts';
import { serve } from './service.test.fixture.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(() => shop.reset());

/** A service on the shop's servers, with sentinels and a filter that has been built. */
async function open() {
  const { funnel, table, lines } = await shop.open({ filter: shop.filter('bloom') });
  await funnel.rebuild();
  const log = (line: string) => lines.push(line);
  return { funnel, lines, ...(await serve({ funnel, table, lab: true, log })) };
}

const outcomeOf = (answer: Response) => answer.headers.get('x-outcome');

describe('over HTTP', () => {
  test('ids beyond 2^53 keep their digits, cold and cached, and are strings', async () => {
    const { funnel, get } = await open();
    for (const id of ['9007199254740992', '9007199254740993', '18446744073709551615']) {
      await funnel.insertSku(exampleSku({ id, title: `number ${id}` }));
      await shop.redis.unlink(cacheKey(id));
      for (const outcome of ['db-hit', 'cache-hit']) {
        const answer = await get(`/api/seckill/${id}`);
        expect(outcomeOf(answer)).toBe(outcome);
        expect(await answer.json()).toMatchObject({ id, title: `number ${id}` });
      }
    }
  });

  test('a row reads the same from MySQL and from Redis, byte for byte', async () => {
    const { funnel, get } = await open();
    for (const [index, title] of awkwardTexts.entries()) {
      const id = String(5_000 + index);
      await funnel.insertSku(exampleSku({ id, title, subtitle: index % 2 ? title : null }));
      await shop.redis.unlink(cacheKey(id));
      const [first, second] = [await get(`/api/seckill/${id}`), await get(`/api/seckill/${id}`)];
      expect([outcomeOf(first), outcomeOf(second)]).toEqual(['db-hit', 'cache-hit']);
      const [cold, cached] = [await first.arrayBuffer(), await second.arrayBuffer()];
      expect(Buffer.compare(Buffer.from(cold), Buffer.from(cached))).toBe(0);
      expect(JSON.parse(Buffer.from(cold).toString()).title).toBe(title);
    }
  });

  test('what is no id costs neither key nor query', async () => {
    const { get, funnel } = await open();
    const counts = await shop.countsOf(async () => {
      for (const id of ['007', '%2B7', '7.0', '1e3', '1abc', '-1', '%EF%BC%97', '%', '2e0']) {
        expect((await get(`/api/seckill/${id}`)).status).toBe(400);
      }
    });
    expect(counts).toEqual({ gets: 0, sets: 0, selects: 0 });
    expect(await shop.keys()).toEqual([]);
    expect(funnel.stats().outcomes.invalid).toBe(9);
  });

  test('every kind of end has its status and its counter, and servers count the same', async () => {
    const { get, funnel } = await open();
    const answers: string[] = [];
    const counts = await shop.countsOf(async () => {
      for (const id of ['7', '7', '5000', 'x']) {
        const answer = await get(`/api/seckill/${id}`);
        answers.push(`${answer.status} ${outcomeOf(answer)}`);
      }
    });
    expect(answers).toEqual(['200 db-hit', '200 cache-hit', '404 filter-reject', '400 invalid']);
    expect(counts).toEqual({ gets: 2, sets: 1, selects: 1 });
    const { outcomes } = funnel.stats();
    expect(outcomes).toMatchObject({ 'db-hit': 1, 'cache-hit': 1, 'filter-reject': 1, invalid: 1 });
  });

  test('entries that are no SKU and no sentinel are served from MySQL, overwritten, counted', async () => {
    const { get, funnel } = await open();
    const foreign = JSON.stringify(exampleSku({ id: '8' }));
    const texts = [
      'null',
      '',
      '"null"',
      'undefined',
      '{}',
      '{"id":',
      '0',
      'x'.repeat(2 ** 20),
      foreign,
    ];
    const put = [
      ...texts.map((text) => () => shop.redis.set(cacheKey('7'), text)),
      () => shop.redis.hset(cacheKey('7'), 'a', 'b'),
    ];
    for (const write of put) {
      await shop.redis.unlink(cacheKey('7'));
      await write();
      for (const outcome of ['db-hit', 'cache-hit']) {
        const answer = await get('/api/seckill/7');
        expect([answer.status, outcomeOf(answer)]).toEqual([200, outcome]);
        expect(await answer.json()).toMatchObject({ id: '7' });
      }
    }
    expect(funnel.stats().unreadable).toBe(put.length);
  });

  test('a Redis that refuses writes costs queries, not answers, and is used again', async () => {
    const { get, lines, funnel } = await open();
    await shop.redis.config('SET', 'maxmemory-policy', 'noeviction');
    await shop.redis.config('SET', 'maxmemory', '1mb');
    try {
      for (let round = 0; round < 2; round++) {
        expect(outcomeOf(await get('/api/seckill/7'))).toBe('db-hit');
      }
    } finally {
      await shop.redis.config('SET', 'maxmemory', '0');
    }
    await get('/api/seckill/7');
    expect(outcomeOf(await get('/api/seckill/7'))).toBe('cache-hit');
    expect(funnel.stats().writeFailures).toBe(2);
    expect(lines).toEqual([
      expect.stringMatching(/^Redis writes: refused/),
      'Redis writes: works again',
    ]);
  });

  test('a Redis that goes away and comes back: right answers all the time, a line a change', async () => {
    const server = await startRedis({ private: true, listen: 'port', log: () => {} });
    const client = await connectCache(server.options, patientMs);
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const cache = new SkuCache(client, random('service'), log);
    const { table } = await shop.open();
    const funnel = new Funnel(cache, table, { sentinels: true, log });
    const { get } = await serve({ funnel, table, log });
    const statuses = async () => [
      (await get('/api/seckill/7')).status,
      (await get('/api/seckill/5000')).status,
    ];
    expect(await statuses()).toEqual([200, 404]);
    const closed = heard(client, 'close');
    await server.stop();
    await closed;
    for (let round = 0; round < 3; round++) expect(await statuses()).toEqual([200, 404]);
    const ready = heard(client, 'ready');
    const args = ['--port', String(server.options.port)];
    const second = await startRedis({ private: true, args, log: () => {} });
    try {
      await ready;
      expect(await statuses()).toEqual([200, 404]);
      expect(lines).toEqual([
        expect.stringMatching('^Redis: does not answer'),
        'Redis: works again',
      ]);
      expect(funnel.stats().outcomes.error).toBe(0);
    } finally {
      client.disconnect();
      await second.stop();
    }
  });

  test('more loads than MySQL has places for: 503 at once, and the cache goes on', async () => {
    const { funnel, table } = await shop.open({
      tableOptions: { connections: 1, queueLimit: 0 },
    });
    const { get } = await serve({ funnel, table, log: () => {} });
    await get('/api/seckill/1');
    await shop.mysql.query('LOCK TABLES funnel_lab.seckill_sku WRITE');
    const running = get('/api/seckill/2');
    while (table.load.running === 0) await get('/api/cache/stats');
    const refused = await get('/api/seckill/3');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await get('/api/seckill/1')).status).toBe(200);
    expect(await (await get('/metrics')).text()).toContain('\nfunnel_mysql_loads_running 1\n');
    await shop.mysql.query('UNLOCK TABLES');
    expect((await running).status).toBe(200);
  });
});
