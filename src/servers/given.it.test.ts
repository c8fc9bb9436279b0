import { createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startMysql } from './mysql.ts';
import { startRedis } from './redis.ts';
import type { MysqlServer, RedisServer } from './server.ts';

const log = () => {};
let redis: RedisServer;
let mysql: MysqlServer;
let redisPort: string;
let mysqlAt: string;

beforeAll(async () => {
  [redis, mysql] = await Promise.all([
    startRedis({ private: true, listen: 'port', log }),
    startMysql({ private: true, log }),
  ]);
  redisPort = `127.0.0.1:${redis.options.port}`;
  mysqlAt = `localhost?socket=${mysql.options.socketPath}`;
  const admin = await createConnection(mysql.options);
  await admin.query("CREATE USER 'shop'@'localhost' IDENTIFIED BY 'pä:ss/w@rd'");
  await admin.end();
});
afterAll(() => Promise.all([redis?.stop(), mysql?.stop()]));
afterEach(() => vi.unstubAllEnvs());

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a given Redis is used, in the database of its URL, and is not stopped', async () => {
  vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:1');
  const given = await startRedis({ url: `redis://${redisPort}/3`, log });
  expect(given.private).toBe(false);
  expect(given.options.db).toBe(3);
  expect(given.info).toEqual({ ...redis.info, source: 'given', where: redisPort });
  await given.stop();
  expect((await startRedis({ url: `redis://${redisPort}`, log })).info.source).toBe('given');
});

test('a given MySQL is used with the user and password of the variable', async () => {
  vi.stubEnv('MYSQL_URL', `mysql://shop:${encodeURIComponent('pä:ss/w@rd')}@${mysqlAt}`);
  const given = await startMysql({ log });
  expect(given.info).toMatchObject({
    product: mysql.info.product,
    version: mysql.info.version,
    source: 'given',
    where: mysql.options.socketPath,
  });
  expect(given.options.database).toBeUndefined();
});

test('a private server is started also when a URL is given', async () => {
  vi.stubEnv('REDIS_URL', `redis://${redisPort}`);
  const own = await startRedis({ private: true, log });
  expect(own.pid).not.toBe(redis.pid);
  await own.stop();
});

test('a wrong password of MySQL is exit 3, says who was refused, and is not repeated', async () => {
  const error = await startMysql({ url: `mysql://shop:hunter2@${mysqlAt}`, log }).catch((e) => e);
  expect(error.exitCode).toBe(3);
  expect(error.message).toMatch(/MYSQL_URL.*Access denied for user 'shop'.*Check user/s);
  expect(`${error.message} ${JSON.stringify(error)} ${error.cause}`).not.toContain('hunter2');
});

test('a wrong or missing password of Redis is exit 3 and is not repeated', async () => {
  const admin = new Redis(redis.options);
  await admin.config('SET', 'requirepass', 'right');
  const wrong = await startRedis({ url: `redis://:hunter2@${redisPort}`, log }).catch((e) => e);
  const missing = await startRedis({ url: `redis://${redisPort}`, log }).catch((e) => e);
  const right = await startRedis({ url: `redis://:right@${redisPort}`, log });
  await admin.config('SET', 'requirepass', '');
  admin.disconnect();
  expect(right.info.source).toBe('given');
  expect([wrong.exitCode, missing.exitCode]).toEqual([3, 3]);
  expect(wrong.message).toMatch(/WRONGPASS.*Check user and password/s);
  expect(`${wrong.message} ${JSON.stringify(wrong)} ${wrong.cause}`).not.toContain('hunter2');
  expect(missing.message).toMatch(/NOAUTH.*redis:\/\/:password@/s);
});

test.each(['localhost', '127.0.0.1'])(
  'a refused connection to %s names the resolved addresses and what to change',
  async (host) => {
    const port = await closedPort();
    const errors = await Promise.all([
      startRedis({ url: `redis://${host}:${port}`, log }).catch((e) => e),
      startMysql({ url: `mysql://root@${host}:${port}`, log }).catch((e) => e),
    ]);
    for (const error of errors) {
      expect(error.exitCode).toBe(3);
      expect(error.message).toContain(`${host}:${port}`);
      expect(error.message).toMatch(new RegExp(`Tried: .*127\\.0\\.0\\.1 port ${port}.*IPv4`, 's'));
    }
  },
);

test('a login that the server or the driver cannot do says so and what to change', async (t) => {
  t.skip(mysql.info.product !== 'MariaDB', 'only MariaDB still has these plugins built in');
  const admin = await createConnection(mysql.options);
  await admin.query('SET GLOBAL secure_auth = OFF');
  await admin.query("CREATE USER 'nosuchosuser'@'localhost' IDENTIFIED VIA unix_socket");
  await admin.query(
    "CREATE USER 'old'@'localhost' IDENTIFIED VIA mysql_old_password USING '6f8c114b58f2ce9e'",
  );
  await admin.end();
  const [socket, old] = await Promise.all(
    ['nosuchosuser', 'old:hunter2'].map((user) =>
      startMysql({ url: `mysql://${user}@${mysqlAt}`, log }).catch((e) => e),
    ),
  );
  expect([socket.exitCode, old.exitCode]).toEqual([3, 3]);
  expect(socket.message).toMatch(/Access denied for user 'nosuchosuser'.*unix_socket.*password/s);
  expect(old.message).toMatch(/unknown plugin.*Use an account with mysql_native_password/s);
  expect(old.message).not.toContain('hunter2');
});

test.each([
  [
    'speaks something else',
    (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  ],
  ['never answers', () => {}],
])(
  'a listener that %s is exit 3 within seconds, not taken for a server',
  async (_, answer) => {
    const stranger = createServer(answer);
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as { port: number };
    const errors = await Promise.all([
      startRedis({ url: `redis://127.0.0.1:${port}`, log }).catch((e) => e),
      startMysql({ url: `mysql://root@127.0.0.1:${port}`, log }).catch((e) => e),
    ]);
    expect(errors.map((error) => error.exitCode)).toEqual([3, 3]);
    stranger.close();
  },
  10_000,
);
