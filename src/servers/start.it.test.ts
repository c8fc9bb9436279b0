import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installedBinaries, systemSearchPath } from './binary.ts';
import { redisKind } from './find.ts';
import { startMysql } from './mysql.ts';
import { isAlive, testDir } from './processes.test.fixture.ts';
import { startRedis } from './redis.ts';
import type { MysqlServer } from './server.ts';

let tmp: string;
let lines: string[];
const log = (line: string) => void lines.push(line);
beforeEach(() => {
  lines = [];
  tmp = testDir(' ü');
  vi.stubEnv('TMPDIR', tmp);
  vi.stubEnv('REDIS_URL', '');
  vi.stubEnv('MYSQL_URL', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(tmp, { recursive: true, force: true });
});

async function ask(server: MysqlServer, sql: string): Promise<RowDataPacket> {
  const connection = await createConnection(server.options);
  try {
    return (await connection.query<RowDataPacket[]>(sql))[0][0]!;
  } finally {
    await connection.end();
  }
}

/** A folder with a program of that name that prints a line and fails. */
function brokenProgram(name: string, line: string): string {
  const dir = join(tmp, 'broken');
  mkdirSync(dir);
  writeFileSync(join(dir, name), `#!/bin/sh\necho '${line}' >&2\nexit 127\n`);
  chmodSync(join(dir, name), 0o755);
  return dir;
}

test('a private Redis works in a folder with a space, keeps nothing, and leaves nothing', async () => {
  const server = await startRedis({ log });
  expect(server.options.path).toContain(tmp);
  const redis = new Redis(server.options);
  const info = await redis.info('all');
  redis.disconnect();
  expect(info).toContain(`process_id:${server.pid}`);
  expect(info).toContain('tcp_port:0');
  expect(info).toContain(`_version:${server.info.version}`);
  await server.stop();
  expect(isAlive(server.pid!)).toBe(false);
  expect(readdirSync(tmp)).toEqual([]);
});

test('a private MySQL names its product as it is and speaks utf8mb4 and UTC', async () => {
  const server = await startMysql({ log });
  const row = await ask(
    server,
    `SELECT VERSION() AS version, HEX('😀') AS smile, 9007199254740993 AS id, 9007199254740993 - 9007199254740992 AS one,
       @@performance_schema AS p, @@skip_networking AS s, @@time_zone AS zone,
       @@innodb_flush_log_at_trx_commit AS durable`,
  );
  expect(row).toMatchObject({
    smile: 'F09F9880',
    id: '9007199254740993',
    one: '1',
    zone: '+00:00',
  });
  expect([row.p, row.s, row.durable].map(Number)).toEqual([0, 1, 1]);
  expect(server.info.version).toBe(row.version);
  expect(server.info.product).toBe(row.version.includes('MariaDB') ? 'MariaDB' : 'MySQL');
  await server.stop();
  expect(isAlive(server.pid!)).toBe(false);
  expect(readdirSync(tmp)).toEqual([]);
});

test('a temporary folder too deep for sockets is replaced by /tmp', async () => {
  const deep = join(tmp, 'd'.repeat(130));
  mkdirSync(deep);
  vi.stubEnv('TMPDIR', deep);
  const servers = await Promise.all([startRedis({ log }), startMysql({ log })]);
  expect(readdirSync(deep)).toEqual([]);
  await Promise.all(servers.map((server) => server.stop()));
});

test('connections speak utf8mb4 also to a server that was started with latin1', async () => {
  const args = ['--character-set-server=latin1', '--max-allowed-packet=1M'];
  const server = await startMysql({ log, args });
  const row = await ask(server, "SELECT HEX('😀') AS smile, @@character_set_server AS cs");
  expect(row).toMatchObject({ smile: 'F09F9880', cs: 'latin1' });
  await server.stop();
});

test('a private Redis on a port is reached there, and never takes a port in use', async () => {
  const servers = await Promise.all([
    startRedis({ log, listen: 'port' }),
    startRedis({ log, listen: 'port' }),
  ]);
  expect(servers[0]!.options.port).not.toBe(servers[1]!.options.port);
  for (const server of servers) {
    const redis = new Redis(server.options);
    expect(await redis.info('server')).toContain(`process_id:${server.pid}`);
    redis.disconnect();
    await server.stop();
    const socket = connect(server.options.port!, '127.0.0.1');
    await expect(new Promise((_, reject) => socket.on('error', reject))).rejects.toThrow('REFUSED');
  }
});

test('a server that finds its port taken says so, and the stranger there is not used', async () => {
  const stranger = createServer((socket) => socket.end('I am not a Redis\r\n'));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const { port } = stranger.address() as { port: number };
  const isInstalled = installedBinaries(redisKind.binaries, systemSearchPath()).length > 0;
  if (isInstalled) vi.stubEnv('XDG_CACHE_HOME', '/dev/null');
  const starting = startRedis({ log, args: ['--port', `${port}`] });
  await expect(starting).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('already in use'),
  });
  stranger.close();
});

test('a program that does not come up is logged with its last lines, the next is tried', async () => {
  const line = 'error while loading shared libraries: liblzf.so.1';
  const broken = brokenProgram('redis-server', line);
  const searchPath = [broken, '/usr/bin', '/usr/sbin', '/usr/local/bin'];
  const server = await startRedis({ log, searchPath });
  expect(server.info.where).not.toContain('broken');
  expect(lines.join('\n')).toContain(line);
  await server.stop();
});

test('where no server can be had, exit 3 tells what was tried and what to do', async () => {
  vi.stubEnv('XDG_CACHE_HOME', '/dev/null');
  vi.stubEnv('FUNNEL_LAB_MYSQL', '');
  const searchPath = [brokenProgram('mysqld', 'apparmor says no')];
  await expect(startMysql({ log, searchPath })).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(
      /apparmor says no.*cache folder.*REDIS_URL.*MYSQL_URL.*apt install.*brew install/s,
    ),
  });
});

test('an abort during the start ends it and leaves nothing', async () => {
  const controller = new AbortController();
  const starting = startMysql({ log, signal: controller.signal });
  const checked = expect(starting).rejects.toThrow('enough');
  const made = () => readdirSync(tmp).some((dir) => existsSync(join(tmp, dir, 'data', 'ibdata1')));
  await vi.waitFor(() => expect(made()).toBe(true), { timeout: 5000, interval: 1 });
  controller.abort(new Error('enough'));
  await checked;
  expect(readdirSync(tmp)).toEqual([]);
});
