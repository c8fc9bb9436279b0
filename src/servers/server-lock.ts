import { hostname } from 'node:os';
import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { usageError } from '../errors.ts';
import { withDeadline } from './deadline.ts';
import type { MysqlServer, RedisServer } from './server.ts';

const redisKey = 'funnel-lab:lock';
const mysqlName = 'funnel_lab';
const ttlSeconds = 30;
const renewalMs = 10_000;
const releaseMs = 2_000;

/** A lock on a given server, held by a connection of its own. */
export interface ServerLock {
  release(): Promise<void>;
}

/**
 * Keeps every other run away from a given Redis: a key with a TTL that is renewed, so that it goes
 * by itself when we die. Throws a `LabError` (exit 2) that names who holds it.
 */
export async function lockRedis(
  server: RedisServer,
  log: (line: string) => void,
): Promise<ServerLock> {
  const redis = new Redis({ ...server.options, maxRetriesPerRequest: 1 });
  redis.on('error', () => {});
  try {
    const [seconds] = await redis.time();
    const since = new Date(Number(seconds) * 1000).toISOString();
    const holder = `${hostname()} pid ${process.pid} since ${since}`;
    if ((await redis.set(redisKey, holder, 'EX', ttlSeconds, 'NX')) === null) {
      throw inUse(
        'Redis',
        server.info.where,
        (await redis.get(redisKey)) ?? 'a run that just ended',
      );
    }
    const stopRenewing = renew(
      'Redis',
      log,
      async () => (await redis.expire(redisKey, ttlSeconds)) === 1,
    );
    const giveBack = async () => {
      if ((await redis.get(redisKey)) === holder) await redis.unlink(redisKey);
    };
    return {
      async release() {
        stopRenewing();
        try {
          await withDeadline(giveBack(), releaseMs);
        } catch {
          // The server has gone or is silent; the key ends by its TTL.
        }
        redis.disconnect();
      },
    };
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

/**
 * Keeps every other run away from a given MySQL: GET_LOCK, which the server frees when our
 * connection ends. Throws a `LabError` (exit 2) that names who holds it.
 */
export async function lockMysql(
  server: MysqlServer,
  log: (line: string) => void,
): Promise<ServerLock> {
  const connection = await createConnection(server.options);
  connection.on('error', () => {});
  const ask = async (sql: string, ...values: unknown[]) =>
    (await connection.query<RowDataPacket[]>(sql, values))[0][0];
  try {
    const taken = await ask('SELECT GET_LOCK(?, 0) AS taken', mysqlName);
    if (Number(taken?.taken) !== 1) {
      const holder = await ask(
        'SELECT id, user, host FROM information_schema.processlist WHERE id = IS_USED_LOCK(?)',
        mysqlName,
      );
      throw inUse('MySQL', server.info.where, describeConnection(holder));
    }
    const stopRenewing = renew('MySQL', log, () => connection.ping().then(() => true));
    return {
      async release() {
        stopRenewing();
        await connection.end().catch(() => connection.destroy());
      },
    };
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

function describeConnection(row: RowDataPacket | undefined): string {
  if (row === undefined) return 'another run';
  // MySQL 8 gives these names in capitals.
  const [id, user, host] = Object.values(row);
  return `connection ${id} of ${user} from ${host}`;
}

function inUse(product: string, where: string, holder: string): Error {
  return usageError(
    `The ${product} at ${where} is used by another run (${holder}). Two runs on one server would ` +
      'spoil each other: wait for it, or let this run start servers of its own.',
  );
}

/** Also keeps the connection from being closed as idle. Says so once if the lock was lost. */
function renew(
  product: string,
  log: (line: string) => void,
  stillHeld: () => Promise<boolean>,
): () => void {
  const timer = setInterval(async () => {
    if (await stillHeld().catch(() => false)) return;
    clearInterval(timer);
    log(`servers: the lock on ${product} was lost; another run may come in between`);
  }, renewalMs);
  timer.unref();
  return () => clearInterval(timer);
}
