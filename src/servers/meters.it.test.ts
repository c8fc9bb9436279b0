import { Redis } from 'ioredis';
import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  delta,
  otherClientsSeen,
  readCommandCalls,
  readMysqlMeter,
  readRedisMeter,
} from './meters.ts';
import { startMysql } from './mysql.ts';
import { startRedis } from './redis.ts';
import type { MysqlServer, RedisServer } from './server.ts';

const options = { private: true, log() {} };
let redisServer: RedisServer;
let mysqlServer: MysqlServer;
let redis: Redis;
let mysql: Connection;

beforeAll(async () => {
  [redisServer, mysqlServer] = await Promise.all([startRedis(options), startMysql(options)]);
  redis = new Redis({ ...redisServer.options, db: 2 });
  mysql = await createConnection(mysqlServer.options);
  await mysql.query('CREATE DATABASE meters');
  await mysql.query('CREATE TABLE meters.t (id INT PRIMARY KEY)');
  await mysql.query('INSERT INTO meters.t VALUES ?', [Array.from({ length: 100 }, (_, i) => [i])]);
});
afterAll(async () => {
  redis?.disconnect();
  mysql?.destroy();
  await Promise.all([redisServer?.stop(), mysqlServer?.stop()]);
});

const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)));

test('Redis has counted exactly the calls made', async () => {
  const before = await readRedisMeter(redis);
  await times(500, (i) => redis.set(`k${i}`, 'v', 'EX', 60));
  await times(2000, (i) => redis.get(`k${i}`));
  await redis.mget('k1', 'k2');
  await redis.del('k1');
  await redis.unlink('k2', 'k3');
  const seen = delta(before, await readRedisMeter(redis));
  expect(seen).toMatchObject({ set: 500, get: 2000, mget: 1, del: 1, unlink: 1, keys: 497 });
  expect(seen).toMatchObject({ expiredKeys: 0, evictedKeys: 0, clients: 0, connections: 0 });
  expect(seen.usedMemoryBytes).toBeGreaterThan(497 * 64);
});

test('what Redis holds has little of what connections take', async () => {
  // The first use of a command costs memory too, and our own connection is not counted at once.
  await redis.ping();
  const connectionBytes = async () => {
    const { usedMemoryBytes, heldBytes } = await readRedisMeter(redis);
    return usedMemoryBytes - heldBytes;
  };
  await expect.poll(connectionBytes).toBeGreaterThan(0);
  const before = await readRedisMeter(redis);
  const others = await times(20, async () => {
    const other = new Redis(redisServer.options);
    await other.ping();
    return other;
  });
  try {
    const grown = async () => delta(before, await readRedisMeter(redis));
    // Its lists of connections are left, some 100 bytes for each.
    await expect.poll(async () => (await grown()).heldBytes).toBeLessThan(20 * 500);
    expect((await grown()).usedMemoryBytes).toBeGreaterThan(20 * 1_500);
  } finally {
    for (const other of others) other.disconnect();
    await expect.poll(async () => (await readRedisMeter(redis)).clients).toBe(1);
  }
});

test('calls are counted by command, those of a script and refused ones too, but no INFO', async () => {
  const before = await readCommandCalls(redis);
  await redis.eval(
    "redis.call('SETBIT', KEYS[1], 3, 1) return redis.call('GETBIT', KEYS[1], 3)",
    1,
    'b',
  );
  await redis.hget('b', 'field').catch(() => undefined);
  const after = await readCommandCalls(redis);
  const spent = [...after].filter(([name, count]) => count !== (before.get(name) ?? 0));
  expect(new Map(spent)).toEqual(
    new Map(['eval', 'setbit', 'getbit', 'hget'].map((name) => [name, 1])),
  );
});

test('keys that expired are counted', async () => {
  const before = await readRedisMeter(redis);
  await redis.set('short', 'v', 'PX', 1);
  await expect.poll(() => redis.get('short')).toBeNull();
  expect(delta(before, await readRedisMeter(redis))).toMatchObject({ expiredKeys: 1, keys: 0 });
});

test('a write that is refused for want of memory is a call all the same', async () => {
  const before = await readRedisMeter(redis);
  await redis.config('SET', 'maxmemory', '1');
  try {
    await expect(redis.set('refused', 'v')).rejects.toThrow('OOM');
  } finally {
    await redis.config('SET', 'maxmemory', '0');
  }
  await redis.set('taken', 'v');
  const seen = delta(before, await readRedisMeter(redis));
  expect(seen).toMatchObject({ set: 2, keys: 1, evictedKeys: 0 });
});

test('MySQL has counted exactly the statements and the rows found', async () => {
  const before = await readMysqlMeter(mysql);
  for (let id = 0; id < 200; id++) await mysql.query('SELECT * FROM meters.t WHERE id = ?', [id]);
  await mysql.query('DELETE FROM meters.t WHERE id = 99');
  await mysql.query('INSERT INTO meters.t VALUES (99)');
  const seen = delta(before, await readMysqlMeter(mysql));
  expect(seen).toMatchObject({ comSelect: 200, comInsert: 1, comDelete: 1, clients: 0 });
  // 200 looked up, 100 found; the DELETE looks up its own row as well.
  expect(seen.handlerReadKey).toBe(201);
  expect(seen.rowsRead).toBeGreaterThanOrEqual(100);
  expect(seen.rowsRead).toBeLessThanOrEqual(101);
});

test('a stranger is noticed while connected and after a short visit, on both servers', async () => {
  const readings = {
    redis: () => readRedisMeter(redis),
    mysql: () => readMysqlMeter(mysql),
  };
  const visits = {
    async redis() {
      const stranger = new Redis(redisServer.options);
      await stranger.ping();
      return () => stranger.quit();
    },
    async mysql() {
      const stranger = await createConnection(mysqlServer.options);
      return () => stranger.end();
    },
  };
  for (const name of ['redis', 'mysql'] as const) {
    const read = readings[name];
    const quiet = await read();
    expect(otherClientsSeen(quiet, await read(), 1)).toBe(false);
    const leave = await visits[name]();
    const during = await read();
    expect(otherClientsSeen(during, during, 1)).toBe(true);
    await leave();
    await expect.poll(async () => (await read()).clients).toBe(1);
    expect(otherClientsSeen(quiet, await read(), 1)).toBe(true);
  }
});
