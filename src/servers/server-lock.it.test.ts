import { hostname } from 'node:os';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMysql } from './mysql.ts';
import { startRedis } from './redis.ts';
import type { MysqlServer, RedisServer } from './server.ts';
import { lockMysql, lockRedis } from './server-lock.ts';

const log = () => {};
let redis: RedisServer;
let mysql: MysqlServer;

beforeAll(async () => {
  const options = { private: true, log };
  [redis, mysql] = await Promise.all([startRedis(options), startMysql(options)]);
});
afterAll(() => Promise.all([redis?.stop(), mysql?.stop()]));

test('a second run on one Redis is exit 2 and names the first, until that has ended', async () => {
  const lock = await lockRedis(redis, log);
  const second = await lockRedis(redis, log).catch((error) => error);
  expect(second.exitCode).toBe(2);
  expect(second.message).toContain(`${hostname()} pid ${process.pid} since 2`);
  await lock.release();
  await (await lockRedis(redis, log)).release();
});

test('the lock of a run that was killed goes by its TTL, and touches no other key', async () => {
  const client = new Redis(redis.options);
  await client.set('foreign', '1');
  const lock = await lockRedis(redis, log);
  expect((await client.keys('*')).sort()).toEqual(['foreign', 'funnel-lab:lock']);
  expect(await client.ttl('funnel-lab:lock')).toBeGreaterThan(20);
  await lock.release();
  expect(await client.keys('*')).toEqual(['foreign']);
  client.disconnect();
});

test('a run does not release the lock of another one', async () => {
  const client = new Redis(redis.options);
  const lock = await lockRedis(redis, log);
  await client.set('funnel-lab:lock', 'somebody else');
  await lock.release();
  expect(await client.get('funnel-lab:lock')).toBe('somebody else');
  await client.del('funnel-lab:lock');
  client.disconnect();
});

test('a second run on one MySQL is exit 2 and names the first, until that has ended', async () => {
  const lock = await lockMysql(mysql, log);
  const second = await lockMysql(mysql, log).catch((error) => error);
  expect(second.exitCode).toBe(2);
  expect(second.message).toMatch(/connection \d+ of root from localhost/);
  await lock.release();
  await expect.poll(() => lockMysql(mysql, log).then((again) => again.release())).toBeUndefined();
});
