import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMysql } from './mysql.ts';
import { observe, startRedis } from './redis.ts';
import type { MysqlServer, RedisServer } from './server.ts';
import { serverFault } from './server-fault.ts';
import { lockRedis } from './server-lock.ts';

const log = () => {};
let redis: RedisServer;
let mysql: MysqlServer;

beforeAll(async () => {
  [redis, mysql] = await Promise.all([
    startRedis({ private: true, log }),
    startMysql({ private: true, log }),
  ]);
});
afterAll(() => Promise.all([redis?.stop(), mysql?.stop()]));

test('a user without rights is refused in words that say which', async () => {
  const admin = await createConnection(mysql.options);
  await admin.query("CREATE USER 'guest'@'localhost' IDENTIFIED BY 'x'");
  await admin.end();
  const guest = await createConnection({ ...mysql.options, user: 'guest', password: 'x' });
  const error = await guest.query('CREATE DATABASE IF NOT EXISTS funnel_lab').catch((e) => e);
  await guest.end();
  expect(serverFault(error)).toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/MySQL refuses: Access denied for user 'guest'.*all rights/s),
  });
});

test('a command that a user of Redis may not give is named', async () => {
  const admin = new Redis(redis.options);
  await admin.call('ACL', 'SETUSER', 'guest', 'on', '>x', '~*', '+get', '+info');
  const guest = observe({ ...redis.options, username: 'guest', password: 'x' });
  const error = await guest.scan('0').catch((e) => e);
  guest.disconnect();
  admin.disconnect();
  expect(serverFault(error)).toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/'scan' command.*needs this command/s),
  });
});

test('servers that go away are told as such, at once', async () => {
  const [ownRedis, ownMysql] = await Promise.all([
    startRedis({ private: true, log }),
    startMysql({ private: true, log }),
  ]);
  const connection = await createConnection(ownMysql.options);
  connection.on('error', log);
  const observer = observe(ownRedis.options);
  await observer.ping();
  await Promise.all([ownRedis.stop(), ownMysql.stop()]);
  const errors = await Promise.all([
    observer.ping().catch((e) => e),
    connection.query('SELECT 1').catch((e) => e),
    createConnection(ownMysql.options).catch((e) => e),
  ]);
  expect(errors.map((error) => serverFault(error)?.message.split(' while')[0])).toEqual([
    'Redis went away',
    'MySQL went away',
    'MySQL went away',
  ]);
});

test('a Redis that falls silent is told as such, and does not keep a run from its end', async () => {
  const silent = await startRedis({ private: true, log });
  const lock = await lockRedis(silent, log);
  const observer = observe(silent.options);
  await observer.ping();
  process.kill(silent.pid!, 'SIGSTOP');
  const [error] = await Promise.all([observer.ping().catch((e) => e), lock.release()]);
  expect(serverFault(error)?.message).toMatch(/^Redis went away/);
  await silent.stop();
}, 20_000);

test('a wrong statement stays a fault of ours', async () => {
  const connection = await createConnection(mysql.options);
  const error = await connection.query('SELEC 1').catch((e) => e);
  await connection.end();
  expect(serverFault(error)).toBeUndefined();
  expect(
    serverFault(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' })),
  ).toBeUndefined();
});
