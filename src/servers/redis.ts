import { createServer } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { serverError, usageError } from '../errors.ts';
import type { Binary } from './binary.ts';
import { withDeadline } from './deadline.ts';
import { givenUrl, redisKind, startFirst } from './find.ts';
import { parseServerUrl, useGiven } from './given-url.ts';
import { GuardedProcess, untilReady } from './guard.ts';
import { parseInfo } from './redis-info.ts';
import type { RedisAddress, RedisServer, ServerInfo, StartOptions } from './server.ts';
import { makeTempDir } from './temp-dir.ts';

/** What is special about a Redis that is started. */
export interface RedisStartOptions extends StartOptions {
  /** A private server listens on a socket of its own, with `port` also on a port of 127.0.0.1. */
  readonly listen?: 'socket' | 'port';
}

const urlForms = ['redis://[[user]:password@]host[:port][/db]', 'rediss://…', 'unix:///path'];
const portAttempts = 3;
const answerMs = 5000;

/**
 * A Redis to work with: the one of the URL, else a private one (design: given, installed,
 * unpacked). Throws a `LabError`: exit 2 for a URL that is none, exit 3 if no server can be had.
 */
export async function startRedis(options: RedisStartOptions): Promise<RedisServer> {
  const url = givenUrl(redisKind, options);
  if (url !== undefined)
    return await useGiven(
      redisKind.urlName,
      redisAddress(url),
      async (address) => (await ask(address)).server,
    );
  return await startFirst(redisKind, options, (binary) => startPrivate(binary, options));
}

/** Where the Redis of a URL is. Throws a `LabError` (exit 2) for a URL that is none. */
export function redisAddress(text: string): { where: string; options: RedisAddress } {
  const url = parseServerUrl(redisKind.urlName, text, urlForms, 6379);
  const socket = url.protocol === 'unix:';
  const db = socket ? '' : url.path.replace('/', '');
  if (!/^\d{0,5}$/.test(db)) {
    throw usageError(`${redisKind.urlName}: the database is a number, got "${db}".`);
  }
  const where = socket ? url.path : `${url.host}:${url.port}`;
  const options = {
    ...(socket ? { path: url.path } : { host: url.host, port: url.port }),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
    ...(url.user === '' ? {} : { username: url.user }),
    ...(url.password === '' ? {} : { password: url.password }),
    db: Number(db),
  };
  return { where, options };
}

async function startPrivate(binary: Binary, options: RedisStartOptions): Promise<RedisServer> {
  if (options.listen !== 'port') return await boot(binary, options, 0);
  for (let attempt = 1; ; attempt++) {
    try {
      return await boot(binary, options, await freePort());
    } catch (error) {
      // Somebody may have taken the port between the look and the start.
      if (attempt === portAttempts || !String(error).includes('already in use')) throw error;
    }
  }
}

async function boot(binary: Binary, options: StartOptions, port: number): Promise<RedisServer> {
  const dir = makeTempDir();
  const path = join(dir, 'redis.sock');
  const listen = ['--port', `${port}`, '--bind', '127.0.0.1', '--unixsocket', path];
  const keepNothing = ['--save', '', '--appendonly', 'no'];
  const child = new GuardedProcess(
    binary.path,
    [...listen, ...keepNothing, '--dir', dir, ...(options.args ?? [])],
    { cwd: dir, env: binary.env, removeDir: dir },
  );
  // Asked through the socket in our folder, so that a stranger on the port is never taken for it.
  const { server, pid } = await untilReady(child, () => ask({ path }), options.signal);
  return {
    info: { ...server, source: binary.source, where: binary.path },
    options: port === 0 ? { path } : { host: '127.0.0.1', port },
    private: true,
    pid,
    stop: () => child.stop(),
  };
}

/**
 * A connection for looking at a server beside the work: when the server goes away, its commands
 * fail at once instead of waiting for a server that may never come back, and after 5 s when it
 * falls silent.
 */
export function observe(address: RedisAddress) {
  const redis = new Redis({
    ...address,
    replyMapping: 'legacy',
    retryStrategy: null,
    socketTimeout: answerMs,
  });
  // Its errors are events too, and one that nobody hears ends up on the console.
  redis.on('error', () => {});
  return redis;
}

/** Connects once and asks the server what it is. */
async function ask(
  address: RedisAddress,
): Promise<{ server: Omit<ServerInfo, 'source' | 'where'>; pid: number }> {
  const redis = new Redis({ ...address, lazyConnect: true, retryStrategy: null });
  // The reason comes as an event; `connect` itself only says that the connection is closed.
  const failed = new Promise<never>((_, reject) => redis.on('error', reject));
  try {
    const answer = redis.connect().then(() => redis.info());
    const info = parseInfo(await withDeadline(Promise.race([failed, answer]), answerMs));
    const valkey = info.get('valkey_version');
    const server = {
      product: valkey === undefined ? ('Redis' as const) : ('Valkey' as const),
      version: valkey ?? info.get('redis_version') ?? 'unknown',
      allocator: info.get('mem_allocator') ?? 'unknown',
    };
    return { server, pid: Number(info.get('process_id')) };
  } finally {
    redis.disconnect();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw serverError('there is no free port');
  return address.port;
}
