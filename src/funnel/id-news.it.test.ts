import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { observe, startRedis } from '../servers/redis.ts';
import type { RedisAddress } from '../servers/server.ts';
import type { Funnel, TableStore } from './funnel.ts';
import { IdNews } from './id-news.ts';
import { NEWS_KEY } from './id-stream.ts';
import { changed, latch } from './interleave.ts';
import { stopProcess } from './processes.test.fixture.ts';
import { Shop } from './shop.test.fixture.ts';
import { exampleSku } from './sku.test.fixture.ts';
import { cacheKey } from './sku-cache.ts';

// Two funnels with connections of their own stand for two processes: they share the servers alone.

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(() => shop.reset());

const fresh = exampleSku({ id: '5000' });

interface Options {
  readonly redis?: RedisAddress;
  readonly filter?: 'bloom' | 'bitmap';
  readonly now?: () => number;
  readonly wrapTable?: (table: TableStore) => TableStore;
}

/** A process with the filter built, and how often it has read the table for that. */
async function processWithNews(options: Options = {}) {
  const { redis, now, filter = 'bloom', wrapTable = (table) => table } = options;
  const log: string[] = [];
  const news = await IdNews.connect(redis ?? shop.servers.redis.options, {
    log: (line) => log.push(line),
    ...(now && { now }),
  });
  let builds = 0;
  const { funnel } = await shop.open({
    filter: shop.filter(filter),
    news,
    wrapTable: (table) =>
      wrapTable(
        changed(table, {
          size: () => {
            builds++;
            return table.size();
          },
        }),
      ),
  });
  await funnel.rebuild();
  await believed(funnel);
  return { funnel, news, log, builds: () => builds };
}

/** Waits until an id that nobody has inserted is rejected again. */
async function believed(funnel: Funnel): Promise<void> {
  await vi.waitFor(async () => expect(await outcome(funnel, 999_999)).toBe('filter-reject'), 5_000);
}

async function outcome(funnel: Funnel, id: unknown): Promise<string> {
  return (await funnel.detail(id)).outcome;
}

/** What the funnel says of an id that Redis has no entry for. */
async function uncached(funnel: Funnel, id: string): Promise<string> {
  await shop.redis.unlink(cacheKey(id));
  return outcome(funnel, id);
}

/** Lets nobody use a command while `task` runs. */
async function without(command: string, task: () => Promise<void>): Promise<void> {
  await shop.redis.call('ACL', 'SETUSER', 'default', `-${command}`);
  try {
    await task();
  } finally {
    await shop.redis.call('ACL', 'SETUSER', 'default', `+${command}`);
  }
}

/** Ends the connections that wait for the stream. */
async function cutReaders(): Promise<void> {
  const list = String(await shop.redis.call('CLIENT', 'LIST'));
  for (const line of list.split('\n').filter((one) => / cmd=xread /.test(one))) {
    await shop.redis.call('CLIENT', 'KILL', 'ID', /^id=(\d+)/.exec(line)![1]!);
  }
}

/** Waits until the funnel lets an id pass that nobody has inserted. */
async function lettingThrough(funnel: Funnel): Promise<void> {
  await vi.waitFor(async () => expect(await uncached(funnel, '999998')).toBe('db-miss'), 5_000);
}

describe('an id that another process inserts', () => {
  test('is known before its row is committed', async () => {
    const [commit, announced] = [latch(), latch()];
    const there = await processWithNews();
    const here = await processWithNews({
      wrapTable: (table) =>
        changed(table, {
          insert: async (sku) => {
            announced.reach();
            await commit.reached;
            return table.insert(sku);
          },
        }),
    });
    expect(await outcome(there.funnel, '5000')).toBe('filter-reject');
    const insert = here.funnel.insertSku(fresh);
    await announced.reached;
    await vi.waitFor(
      async () => expect(await uncached(there.funnel, '5000')).toBe('db-miss'),
      5_000,
    );
    commit.reach();
    expect(await insert).toEqual({ announced: true, cached: true });
    expect(await outcome(there.funnel, '5000')).toBe('cache-hit');
    expect(await uncached(there.funnel, '5000')).toBe('db-hit');
    expect([there.builds(), there.log, here.log]).toEqual([1, [], []]);
  });

  test('is known also to a filter whose building began after it was announced', async () => {
    const [commit, announced] = [latch(), latch()];
    const there = await processWithNews();
    const here = await processWithNews({
      wrapTable: (table) =>
        changed(table, {
          insert: async (sku) => {
            announced.reach();
            await commit.reached;
            return table.insert(sku);
          },
        }),
    });
    const insert = here.funnel.insertSku(fresh);
    await announced.reached;
    await there.funnel.rebuild();
    commit.reach();
    await insert;
    await believed(there.funnel);
    expect(await uncached(there.funnel, '5000')).toBe('db-hit');
  });

  test('is known also to a filter that was being built when it was announced', async () => {
    const [scanned, swap] = [latch(), latch()];
    let held = false;
    const here = await processWithNews();
    const there = await processWithNews({
      wrapTable: (table) =>
        changed(table, {
          async *idPages() {
            yield* table.idPages();
            if (!held) return;
            scanned.reach();
            await swap.reached;
          },
        }),
    });
    held = true;
    const rebuilt = there.funnel.rebuild();
    await scanned.reached;
    await here.funnel.insertSku(fresh);
    await vi.waitFor(
      async () => expect(await uncached(there.funnel, '5000')).toBe('db-hit'),
      5_000,
    );
    swap.reach();
    await rebuilt;
    await believed(there.funnel);
    expect(await uncached(there.funnel, '5000')).toBe('db-hit');
  });

  test('and was not committed is let through: a false positive until it is forgotten', async () => {
    const refusing = (table: TableStore) =>
      changed(table, { insert: () => Promise.reject(new Error('rolled back')) });
    const here = await processWithNews({ wrapTable: refusing });
    const there = await processWithNews();
    await expect(here.funnel.insertSku(fresh)).rejects.toThrow('rolled back');
    await vi.waitFor(
      async () => expect(await uncached(there.funnel, '5000')).toBe('db-miss'),
      5_000,
    );
    expect(await outcome(there.funnel, '5000')).toBe('sentinel-hit');
  });

  test('and is known already changes nothing, nor does one that is told twice', async () => {
    const [here, there] = [await processWithNews(), await processWithNews()];
    await expect(here.funnel.insertSku(exampleSku({ id: '7' }))).rejects.toThrow('Duplicate');
    for (let time = 0; time < 2; time++) await here.news.tell('5000', async () => undefined);
    await here.news.tell('5002', async () => undefined);
    await vi.waitFor(
      async () => expect(await uncached(there.funnel, '5002')).toBe('db-miss'),
      5_000,
    );
    expect(await uncached(there.funnel, '7')).toBe('db-hit');
    expect([there.builds(), there.log]).toEqual([1, []]);
  });
});

describe('a process that is cut off from the stream', () => {
  test('lets unknown ids through, and reads on where it stood', async () => {
    const [here, there] = [await processWithNews(), await processWithNews()];
    await cutReaders();
    await without('xread', async () => {
      await lettingThrough(there.funnel);
      await here.funnel.insertSku(fresh);
      expect(await uncached(there.funnel, '5000')).toBe('db-hit');
    });
    await believed(there.funnel);
    expect(await uncached(there.funnel, '5000')).toBe('db-hit');
    expect(there.builds()).toBe(1);
    const cut = expect.stringMatching('^news of inserted ids: unknown ids pass the filter');
    expect(there.log).toEqual([cut, 'news of inserted ids: works again']);
  });

  test('builds its filter anew where the stream was trimmed past it meanwhile', async () => {
    const [here, there] = [await processWithNews(), await processWithNews()];
    await without('xread', async () => {
      await lettingThrough(there.funnel);
      await here.funnel.insertSku(fresh);
      await shop.redis.xtrim(NEWS_KEY, 'MAXLEN', 0);
      expect(await uncached(there.funnel, '5000')).toBe('db-hit');
    });
    await believed(there.funnel);
    expect(await uncached(there.funnel, '5000')).toBe('db-hit');
    expect(there.builds()).toBe(2);
  });

  test('builds it anew where the stream was removed, and until it can', async () => {
    let refused = 0;
    const failing = (table: TableStore) =>
      changed(table, {
        async *idPages() {
          if (refused > 0 && refused-- > 0) throw new Error('no table');
          yield* table.idPages();
        },
      });
    const [here, there] = [await processWithNews(), await processWithNews({ wrapTable: failing })];
    refused = 2;
    await shop.redis.unlink(NEWS_KEY);
    await lettingThrough(there.funnel);
    await here.funnel.insertSku(fresh);
    expect(await uncached(there.funnel, '5000')).toBe('db-hit');
    await believed(there.funnel);
    expect(await uncached(there.funnel, '5000')).toBe('db-hit');
    expect(there.builds()).toBe(4);
    expect(there.log).toHaveLength(2);
  });

  test('that falls silent: it is not believed for longer than half a second', async () => {
    const redis = await startRedis({ private: true, log: () => {} });
    try {
      let time = 0;
      const { funnel } = await processWithNews({ redis: redis.options, now: () => time });
      await stopProcess(redis.pid!);
      time += 500;
      expect(await outcome(funnel, '5000')).toBe('filter-reject');
      time += 1;
      expect(await outcome(funnel, '5000')).toBe('db-miss');
      process.kill(redis.pid!, 'SIGCONT');
      await believed(funnel);
    } finally {
      await redis.stop();
    }
  });
});

test('a Redis started anew: what could not be announced is found all the time', async () => {
  const first = await startRedis({ private: true, listen: 'port', log: () => {} });
  const redis = first.options;
  const [here, there] = [await processWithNews({ redis }), await processWithNews({ redis })];
  process.kill(first.pid!, 'SIGKILL');
  await lettingThrough(there.funnel);
  expect(await here.funnel.insertSku(fresh)).toEqual({ announced: false, cached: true });
  expect(await uncached(there.funnel, '5000')).toBe('db-hit');
  const args = ['--port', String(redis.port)];
  const second = await startRedis({ private: true, args, log: () => {} });
  try {
    await believed(there.funnel);
    expect(await uncached(there.funnel, '5000')).toBe('db-hit');
    expect(there.log.at(-1)).toBe('news of inserted ids: works again');
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
});

test('a Redis started anew that has lost what it had confirmed is not believed', async () => {
  const first = await startRedis({ private: true, listen: 'port', log: () => {} });
  const redis = first.options;
  const [here, there] = [await processWithNews({ redis }), await processWithNews({ redis })];
  const client = observe(redis);
  const dir = mkdtempSync(join(tmpdir(), 'funnel-lab-test-'));
  try {
    await client.save();
    const [, from] = (await client.config('GET', 'dir')) as [string, string];
    copyFileSync(join(from, 'dump.rdb'), join(dir, 'dump.rdb'));
    // Not heard before the crash.
    await client.call('ACL', 'SETUSER', 'default', '-xread');
    await lettingThrough(there.funnel);
    expect(await here.funnel.insertSku(fresh)).toEqual({ announced: true, cached: true });
    process.kill(first.pid!, 'SIGKILL');
    const args = ['--port', String(redis.port), '--dir', dir];
    const second = await startRedis({ private: true, args, log: () => {} });
    try {
      await believed(there.funnel);
      expect(await uncached(there.funnel, '5000')).toBe('db-hit');
    } finally {
      await second.stop();
    }
  } finally {
    client.disconnect();
    await first.stop();
    rmSync(dir, { recursive: true });
  }
});

test('a process that alone cannot announce makes the others read the table again', async () => {
  const [here, there] = [await processWithNews(), await processWithNews()];
  await without('xadd', async () => {
    expect(await here.funnel.insertSku(fresh)).toEqual({ announced: false, cached: true });
  });
  await vi.waitFor(async () => expect(await uncached(there.funnel, '5000')).toBe('db-hit'), 5_000);
  await believed(there.funnel);
  expect(await uncached(there.funnel, '5000')).toBe('db-hit');
});

test('a process that finds no Redis lets unknown ids through until there is one', async () => {
  const first = await startRedis({ private: true, listen: 'port', log: () => {} });
  await first.stop();
  const log: string[] = [];
  const news = await IdNews.connect(first.options, { log: (line) => log.push(line) });
  const { funnel } = await shop.open({ filter: shop.filter('bloom'), news });
  await funnel.rebuild();
  expect(await outcome(funnel, '5000')).toBe('db-miss');
  const args = ['--port', String(first.options.port)];
  const second = await startRedis({ private: true, args, log: () => {} });
  try {
    await believed(funnel);
    expect(log).toHaveLength(2);
  } finally {
    await second.stop();
  }
});

test('what was announced could not be read: the filter is not believed and built anew', async () => {
  const news = await IdNews.connect(shop.servers.redis.options, { log: () => {} });
  let failing = false;
  const { funnel } = await shop.open({
    filter: shop.filter('bloom'),
    news: changed(news, {
      async *retained() {
        if (failing) throw new Error('no answer');
        yield* news.retained();
      },
    }),
  });
  await funnel.rebuild();
  await believed(funnel);
  failing = true;
  await funnel.rebuild();
  expect(await outcome(funnel, '999997')).toBe('db-miss');
  failing = false;
  await believed(funnel);
});

test('the stream is bounded, ends by itself, and a filter knows all that it has', async () => {
  const here = await processWithNews();
  // Exact, for so many ids are too many for a small shop's Bloom filter.
  const there = await processWithNews({ filter: 'bitmap' });
  await shop.redis.xadd(NEWS_KEY, '*', 'note', 'of a stranger');
  const ids = Array.from({ length: 11_000 }, (_, index) => String(20_000 + index));
  for (let start = 0; start < ids.length; start += 1_000) {
    const batch = ids.slice(start, start + 1_000);
    const told = await Promise.all(batch.map((id) => here.news.tell(id, async () => undefined)));
    expect(told.every(({ announced }) => announced)).toBe(true);
  }
  expect(await shop.redis.xlen(NEWS_KEY)).toBeLessThan(10_200);
  expect(await shop.redis.ttl(NEWS_KEY)).toBeGreaterThan(86_000);
  await there.funnel.rebuild();
  const kept = ids.slice(-10_000);
  const known = kept.filter((id) => there.funnel.membership!.set!.has(Number(id)));
  expect(known).toHaveLength(10_000);
});
