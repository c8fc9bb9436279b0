import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRedis } from '../servers/redis.ts';
import { random } from '../workload/random.ts';
import { drive } from './driver.ts';
import { Funnel } from './funnel.ts';
import { heard } from './heard.test.fixture.ts';
import { stopProcess } from './processes.test.fixture.ts';
import { patientMs, Shop } from './shop.test.fixture.ts';
import { exampleSku } from './sku.test.fixture.ts';
import { connectCache, SkuCache } from './sku-cache.ts';
import { skuTable } from './sku-schema.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(() => shop.reset());

const clock = { now: process.hrtime.bigint, signal: new AbortController().signal };

/** Requests for present ids 1 … 1000 in turn. */
function send(funnel: Funnel, requests: number) {
  const ids = Float64Array.from({ length: requests }, (_, index) => 1 + (index % 1_000));
  return drive(funnel, ids, { concurrency: 32, ...clock });
}

describe('Redis', () => {
  test('killed in the middle of traffic and started again: one line a change, no error', async () => {
    const first = await startRedis({ private: true, listen: 'port', log: () => {} });
    const client = await connectCache(first.options, patientMs);
    const lines: string[] = [];
    const cache = new SkuCache(client, random('outages'), (line) => lines.push(line));
    const { table } = await shop.open();
    const funnel = new Funnel(cache, table, { sentinels: true, log: () => {} });
    await send(funnel, 1_000);
    const traffic = send(funnel, 10_000);
    process.kill(first.pid!, 'SIGKILL');
    await traffic;
    expect(funnel.stats().outcomes.error).toBe(0);
    expect(funnel.stats().unavailable).toBeGreaterThan(0);
    expect(lines).toEqual([expect.stringMatching('^Redis: does not answer')]);
    const ready = heard(client, 'ready');
    const port = String(first.options.port);
    const second = await startRedis({ private: true, args: ['--port', port], log: () => {} });
    try {
      await ready;
      await send(funnel, 1_000);
      const before = funnel.stats().outcomes['cache-hit'];
      await send(funnel, 1_000);
      expect(funnel.stats().outcomes['cache-hit'] - before).toBe(1_000);
      expect(lines.slice(1)).toEqual(['Redis: works again']);
    } finally {
      client.disconnect();
      await Promise.all([first.stop(), second.stop()]);
    }
  });

  test('that falls silent holds no request for much longer than its second', async () => {
    const { funnel, lines } = await shop.open({ silenceMs: 1_000 });
    await send(funnel, 1_000);
    const pid = shop.servers.redis.pid!;
    await stopProcess(pid);
    try {
      const { latencyNs } = await send(funnel, 10_000);
      expect(latencyNs.max).toBeLessThan(5e9);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(funnel.stats().outcomes.error).toBe(0);
    expect(lines[0]).toMatch(/^Redis: does not answer/);
    expect(lines.length).toBeLessThanOrEqual(2);
  });
});

describe('MySQL', () => {
  test('that falls silent: every answer comes in bounded time, and it recovers by itself', async () => {
    const tableOptions = { connections: 2, queryMs: 1_000, waitMs: 100 };
    const { funnel, lines } = await shop.open({ tableOptions });
    await funnel.detail(1);
    const pid = shop.servers.mysql.pid!;
    await stopProcess(pid);
    try {
      const ids = new Float64Array(200).map((_, index) => 100 + index);
      const { latencyNs } = await drive(funnel, ids, { concurrency: 32, ...clock });
      expect(latencyNs.max).toBeLessThan(5e9);
      expect(funnel.stats().outcomes.error).toBe(200);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect((await funnel.detail(500)).outcome).toBe('db-hit');
    expect(lines).toEqual([expect.stringMatching('^MySQL: fails'), 'MySQL: works again']);
  });

  test('set to what would lose changes and break texts: each session states its own', async () => {
    const global = (values: string) => shop.mysql.query(`SET GLOBAL ${values}`);
    const [[before]] = (await shop.mysql.query('SELECT @@GLOBAL.sql_mode AS mode')) as unknown as [
      [{ mode: string }],
    ];
    await global("autocommit = 0, GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES'");
    try {
      const { funnel, table } = await shop.open({ tableOptions: { connections: 1 } });
      const sku = exampleSku({ id: '5000', title: "O'Hara \\ 'quoted'" });
      expect((await funnel.detail('5000')).outcome).toBe('db-miss');
      await funnel.insertSku(sku);
      const [rows] = await shop.mysql.query(`SELECT title FROM ${skuTable} WHERE id = 5000`);
      expect(rows).toEqual([{ title: sku.title }]);
      await shop.mysql.query(`UPDATE ${skuTable} SET stock = 1 WHERE id = 5000`);
      expect((await table.find('5000')).sku!.stock).toBe(1);
    } finally {
      await global(`autocommit = 1, GLOBAL sql_mode = '${before.mode}'`);
    }
  });
});
