import type { Redis } from 'ioredis';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { parseInfo } from './redis-info.ts';

/** What every server counts about its clients, the reader included. */
export interface ClientMeter {
  /** Connections open now. */
  readonly clients: number;
  /** Connections accepted since the server started. */
  readonly connections: number;
}

/** Redis's own counters since it started; what it holds is that of the moment. */
export interface RedisMeter extends ClientMeter {
  /** Calls, also those inside scripts; one that fails or is refused (no memory) counts too. */
  readonly get: number;
  readonly mget: number;
  readonly set: number;
  readonly del: number;
  readonly unlink: number;
  readonly expiredKeys: number;
  readonly evictedKeys: number;
  /** Keys of the reader's database; expired ones count until Redis notices them. */
  readonly keys: number;
  readonly usedMemoryBytes: number;
  readonly usedMemoryRssBytes: number;
  /**
   * The used memory without that of connections (the reader's own too), which Redis makes larger
   * and smaller as they are used. A new connection still counts here until the next tick of cron.
   */
  readonly heldBytes: number;
}

/** MySQL's own global counters since it started. */
export interface MysqlMeter extends ClientMeter {
  readonly comSelect: number;
  readonly comInsert: number;
  readonly comDelete: number;
  readonly handlerReadKey: number;
  /** Rows found: `Rows_read` of MariaDB, `Innodb_rows_read` of MySQL. */
  readonly rowsRead: number;
}

/** Reads Redis's counters; it costs one INFO, which none of them counts. */
export async function readRedisMeter(redis: Redis): Promise<RedisMeter> {
  const info = parseInfo(await redis.info('all'));
  const number = (name: string) => Number(info.get(name) ?? 0);
  const part = (line: string, name: string) =>
    Number(new RegExp(`\\b${name}=(\\d+)`).exec(info.get(line) ?? '')?.[1] ?? 0);
  const calls = (command: string) =>
    part(`cmdstat_${command}`, 'calls') + part(`cmdstat_${command}`, 'rejected_calls');
  return {
    get: calls('get'),
    mget: calls('mget'),
    set: calls('set'),
    del: calls('del'),
    unlink: calls('unlink'),
    expiredKeys: number('expired_keys'),
    evictedKeys: number('evicted_keys'),
    keys: part(`db${redis.options.db ?? 0}`, 'keys'),
    usedMemoryBytes: number('used_memory'),
    usedMemoryRssBytes: number('used_memory_rss'),
    heldBytes: number('used_memory') - number('mem_clients_normal'),
    clients: number('connected_clients'),
    connections: number('total_connections_received'),
  };
}

/**
 * Calls of each command since the server started, named as Redis names them, also those inside
 * scripts; a refused or failed call counts too. The INFO that it costs is left out.
 */
export async function readCommandCalls(redis: Redis): Promise<ReadonlyMap<string, number>> {
  const stats = await redis.info('commandstats');
  const lines = stats.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm);
  const calls = new Map([...lines].map(([, name, count]) => [name!, Number(count)]));
  calls.delete('info');
  return calls;
}

/** Calls of each command between two readings, those without any left out. */
export function callsBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> {
  const calls = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(calls.filter(([, count]) => count !== 0));
}

/**
 * Reads MySQL's counters; it costs one SHOW, which none of them counts. FLUSH STATUS does not reset
 * them on every server, so only differences say anything.
 */
export async function readMysqlMeter(connection: Pick<Connection, 'query'>): Promise<MysqlMeter> {
  const [rows] = await connection.query<RowDataPacket[]>('SHOW GLOBAL STATUS');
  const status = new Map(rows.map((row) => [row.Variable_name as string, Number(row.Value)]));
  const number = (name: string) => status.get(name) ?? 0;
  return {
    comSelect: number('Com_select'),
    comInsert: number('Com_insert'),
    comDelete: number('Com_delete'),
    handlerReadKey: number('Handler_read_key'),
    rowsRead: status.get('Rows_read') ?? number('Innodb_rows_read'),
    clients: number('Threads_connected'),
    connections: number('Connections'),
  };
}

/** Readings that may differ from the one before, until the last is taken as it is. */
const mostReadings = 10;

/**
 * Reads MySQL's counters while nobody asks for anything. MariaDB takes the sum of the connections
 * that have ended and then adds those that are there: one that ends in between is in neither, so a
 * reading can miss its counts, though none after it does. Therefore it reads until two readings in
 * a row agree on the SELECTs: both could be wrong only by two ends that cost them equally much.
 */
export async function readMysqlAtRest(connection: Pick<Connection, 'query'>): Promise<MysqlMeter> {
  let last = await readMysqlMeter(connection);
  for (let reading = 1; reading < mostReadings; reading++) {
    const meter = await readMysqlMeter(connection);
    if (meter.comSelect === last.comSelect) return meter;
    last = meter;
  }
  return last;
}

/** What was added between two readings, field by field. */
export function delta<M extends object>(before: M, after: M): M {
  const earlier = new Map<string, number>(Object.entries(before));
  const differences = Object.entries(after).map(([name, value]) => [
    name,
    value - (earlier.get(name) ?? 0),
  ]);
  return Object.fromEntries(differences);
}

/**
 * Whether anybody else may have used a server between two readings, so that its counters say
 * nothing about us. `own` is the number of our connections: all of them are open at both readings
 * and none of ours comes or goes between. Then a stranger was either connected at a reading or has
 * connected since; a reconnect of ours counts as one, which errs on the safe side.
 */
export function otherClientsSeen(before: ClientMeter, after: ClientMeter, own: number): boolean {
  return (
    before.clients !== own || after.clients !== own || after.connections !== before.connections
  );
}
