import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readMysqlMeter } from '../servers/meters.ts';
import { startRedis } from '../servers/redis.ts';
import { random } from '../workload/random.ts';
import { Funnel } from './funnel.ts';
import { heard } from './heard.test.fixture.ts';
import { changed, latch } from './interleave.ts';
import { patientMs, Shop } from './shop.test.fixture.ts';
import { connectCache, SkuCache } from './sku-cache.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(() => shop.reset());

async function outcomes(funnel: Funnel, ids: readonly number[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await funnel.detail(id)).outcome));
}

describe('Redis refuses writes', () => {
  test('requests are answered from MySQL, counted, and caching comes back by itself', async () => {
    const { funnel, lines } = await shop.open();
    await shop.redis.config('SET', 'maxmemory-policy', 'noeviction');
    await shop.redis.config('SET', 'maxmemory', '1mb');
    try {
      for (let round = 0; round < 3; round++) {
        expect(await outcomes(funnel, [7, 5_000])).toEqual(['db-hit', 'db-miss']);
      }
      expect(funnel.stats().writeFailures).toBe(6);
      expect(funnel.stats().outcomes.error).toBe(0);
    } finally {
      await shop.redis.config('SET', 'maxmemory', '0');
    }
    expect(await outcomes(funnel, [7])).toEqual(['db-hit']);
    expect(await outcomes(funnel, [7])).toEqual(['cache-hit']);
    expect(lines).toEqual([
      expect.stringMatching(/^Redis writes: refused \(OOM/),
      'Redis writes: works again',
    ]);
  });
});

describe('Redis refuses reads', () => {
  test('the recovery is noticed without a new connection, and so is the next refusal', async () => {
    const { funnel, lines } = await shop.open();
    const allow = (right: string) => shop.redis.call('ACL', 'SETUSER', 'default', right);
    try {
      for (const right of ['-get', '+get', '-get']) {
        await allow(right);
        for (let request = 0; request < 3; request++) await funnel.detail(7);
      }
    } finally {
      await allow('+get');
    }
    const refused = expect.stringMatching('^Redis: does not answer .NOPERM');
    expect(lines).toEqual([refused, 'Redis: works again', refused]);
  });
});

describe('Redis goes away', () => {
  test('MySQL answers, the filter works on, and one line says so', async () => {
    const { table, lines } = await shop.open();
    const server = await startRedis({ private: true, log: () => {} });
    const client = await connectCache(server.options, patientMs);
    const cache = new SkuCache(client, random('faults'), (line) => lines.push(line));
    const filter = shop.filter('bloom');
    const funnel = new Funnel(cache, table, { sentinels: true, filter, log: () => {} });
    await funnel.rebuild();
    expect(await outcomes(funnel, [7])).toEqual(['db-hit']);
    expect(await outcomes(funnel, [7])).toEqual(['cache-hit']);
    const closed = heard(client, 'close');
    await server.stop();
    await closed;
    for (let round = 0; round < 5; round++) {
      expect(await outcomes(funnel, [7, 5_000])).toEqual(['db-hit', 'filter-reject']);
    }
    expect(funnel.stats().unavailable).toBe(5);
    expect(funnel.stats().outcomes.error).toBe(0);
    expect(lines).toEqual([expect.stringMatching('^Redis: does not answer')]);
    client.disconnect();
  });

  test('a connection that is cut is made again and the state is logged once a change', async () => {
    const { funnel, lines } = await shop.open();
    await funnel.detail(7);
    const ready = latch();
    const client = await connectCache(shop.servers.redis.options, patientMs);
    const cache = new SkuCache(client, random('faults'), (line) => {
      lines.push(line);
      if (line.endsWith('works again')) ready.reach();
    });
    // Every read fails while the connection is cut; CLIENT KILL leaves the server alone.
    const id = String(await client.client('ID'));
    const closed = heard(client, 'close');
    await shop.redis.client('KILL', 'ID', id);
    await closed;
    expect((await cache.read('7')).kind).toBe('unavailable');
    expect((await cache.read('7')).kind).toBe('unavailable');
    await ready.reached;
    expect((await cache.read('7')).kind).toBe('value');
    expect(lines).toEqual([expect.stringMatching('Redis: does not answer'), 'Redis: works again']);
    client.disconnect();
  });

  test('a Redis that is silent for longer than said is taken for down, connected or not', async () => {
    for (const [silenceMs, client] of [
      [1_000, await connectCache({ path: '/nowhere/redis.sock' })],
      [7_000, await connectCache({ path: '/nowhere/redis.sock' }, 7_000)],
    ] as const) {
      const { socketTimeout, connectTimeout } = client.options;
      expect([socketTimeout, connectTimeout]).toEqual([silenceMs, silenceMs]);
      client.disconnect();
    }
  });

  test('a funnel starts without Redis; each entry of a warm-up is a failed write', async () => {
    const client = await connectCache({ path: '/nowhere/redis.sock' });
    const cache = new SkuCache(client, random('faults'), () => {});
    const ids = Array.from({ length: 2_500 }, (_, index) => [String(index)] as const);
    expect(await cache.writeBackMany(ids)).toEqual({ sent: 2_500, taken: 0 });
    expect(cache.faults.writeFailures).toBe(2_500);
    const { table } = await shop.open();
    const funnel = new Funnel(cache, table, { sentinels: true, log: () => {} });
    expect(await outcomes(funnel, [7, 5_000])).toEqual(['db-hit', 'db-miss']);
    expect(await funnel.warm(10)).toBe(0);
    client.disconnect();
  });
});

describe('MySQL is slow or gone', () => {
  test('what finds no place in time ends as overloaded; the cache and the rest go on', async () => {
    const { funnel, lines } = await shop.open({
      tableOptions: { connections: 1, queueLimit: 1 },
    });
    await funnel.detail(1);
    await shop.mysql.query('LOCK TABLES funnel_lab.seckill_sku WRITE');
    // One connection keeps the order of the GETs: 2 runs, 3 waits, 4 finds the queue full.
    const [running, waiting] = [funnel.detail(2), funnel.detail(3)];
    expect(await funnel.detail(4)).toEqual({ outcome: 'error', error: 'overloaded' });
    expect((await funnel.detail(1)).outcome).toBe('cache-hit');
    await shop.mysql.query('UNLOCK TABLES');
    expect([(await running).outcome, (await waiting).outcome]).toEqual(['db-hit', 'db-hit']);
    expect(lines).toEqual([]);
  });

  test('a query that takes too long is an error, and its connection is not used again', async () => {
    const { funnel, lines } = await shop.open({ tableOptions: { connections: 1, queryMs: 1_000 } });
    await shop.mysql.query('LOCK TABLES funnel_lab.seckill_sku WRITE');
    expect(await funnel.detail(2)).toEqual({ outcome: 'error', error: 'database' });
    await shop.mysql.query('UNLOCK TABLES');
    const before = await readMysqlMeter(shop.mysql);
    expect((await funnel.detail(3)).sku!.id).toBe('3');
    expect((await readMysqlMeter(shop.mysql)).connections).toBe(before.connections + 1);
    expect(lines).toEqual([expect.stringMatching('^MySQL: fails'), 'MySQL: works again']);
  });

  test('a rebuild or a warm-up that takes too long is given up, and the next one works', async () => {
    const { funnel } = await shop.open({
      filter: shop.filter('bloom'),
      tableOptions: { scanMs: 1_000 },
    });
    await shop.mysql.query('LOCK TABLES funnel_lab.seckill_sku WRITE');
    await expect(funnel.rebuild()).rejects.toThrow(/timeout/);
    await expect(funnel.warm(10)).rejects.toThrow(/timeout/);
    await shop.mysql.query('UNLOCK TABLES');
    await funnel.rebuild();
    expect(await funnel.warm(10)).toBe(10);
  });

  test('a rebuild and a warm-up under way do not keep their table open', async () => {
    const { funnel, table } = await shop.open({ filter: shop.filter('bloom') });
    await shop.mysql.query('LOCK TABLES funnel_lab.seckill_sku WRITE');
    const underWay = Promise.allSettled([funnel.rebuild(), funnel.warm(10)]);
    const scans = async () => {
      const [shown] = await shop.mysql.query('SHOW PROCESSLIST');
      return (shown as { State: string }[]).filter(({ State }) => State.includes('lock')).length;
    };
    await expect.poll(scans).toBe(2);
    await table.close();
    expect((await underWay).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await shop.mysql.query('UNLOCK TABLES');
  });

  test('a failed load fails for those who joined it and for nobody after', async () => {
    let broken = true;
    const { funnel } = await shop.open({
      wrapTable: (table) =>
        changed(table, {
          find: (id) => (broken ? Promise.reject(new Error('gone')) : table.find(id)),
        }),
    });
    expect(await outcomes(funnel, [7, 7, 7])).toEqual(['error', 'error', 'error']);
    broken = false;
    expect(await outcomes(funnel, [7])).toEqual(['db-hit']);
  });
});
