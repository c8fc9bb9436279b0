import { type ConnectionOptions, createConnection, type RowDataPacket } from 'mysql2/promise';
import { usageError } from '../errors.ts';
import type { Binary } from './binary.ts';
import { withDeadline } from './deadline.ts';
import { givenUrl, mysqlKind, startFirst } from './find.ts';
import { parseServerUrl, useGiven } from './given-url.ts';
import { bootMysql } from './mysql-boot.ts';
import { fetchOracle } from './oracle.ts';
import type { MysqlServer, ServerInfo, StartOptions } from './server.ts';

const urlForms = ['mysql://[user[:password]@]host[:port]', 'mysql://user@localhost?socket=/path'];
const editionVariable = 'FUNNEL_LAB_MYSQL';
const oracleEdition = 'oracle-5.6';
const answerMs = 5000;

/**
 * What every connection of ours has in common: ids stay exact, times stay text in UTC, text is
 * utf8mb4 whatever the server's default, JSON is text on MySQL as it is on MariaDB.
 */
const common: ConnectionOptions = {
  supportBigNumbers: true,
  bigNumberStrings: true,
  dateStrings: true,
  jsonStrings: true,
  timezone: 'Z',
  charset: 'utf8mb4',
};

/**
 * A MySQL or MariaDB to work with: the one of the URL, else a private one (design: given,
 * installed, unpacked). `FUNNEL_LAB_MYSQL=oracle-5.6` makes every private one Oracle's MySQL 5.6.
 * Throws a `LabError`: exit 2 for a URL that is none, exit 3 if no server can be had.
 */
export async function startMysql(options: StartOptions): Promise<MysqlServer> {
  const url = givenUrl(mysqlKind, options);
  if (url !== undefined) return await useGiven(mysqlKind.urlName, mysqlAddress(url), ask);
  const edition = process.env[editionVariable] || undefined;
  if (edition === oracleEdition) return await startPrivate(await fetchOracle(options), options);
  if (edition !== undefined) {
    throw usageError(`${editionVariable} is unset or ${oracleEdition}, got "${edition}".`);
  }
  return await startFirst(mysqlKind, options, (binary) => startPrivate(binary, options));
}

/** Where the MySQL of a URL is. Throws a `LabError` (exit 2) for a URL that is none. */
export function mysqlAddress(text: string): { where: string; options: ConnectionOptions } {
  const url = parseServerUrl(mysqlKind.urlName, text, urlForms, 3306);
  const socket = url.query.get('socket');
  const where = socket ?? `${url.host}:${url.port}`;
  const options = {
    ...common,
    ...(socket === null ? { host: url.host, port: url.port } : { socketPath: socket }),
    user: url.user || 'root',
    password: url.password,
  };
  return { where, options };
}

async function startPrivate(binary: Binary, options: StartOptions): Promise<MysqlServer> {
  const connection = { ...common, user: 'root' };
  const booted = await bootMysql(binary, options, (socketPath) =>
    ask({ ...connection, socketPath }),
  );
  return {
    info: { ...booted.answer, source: binary.source, where: binary.path },
    options: { ...connection, socketPath: booted.socketPath },
    private: true,
    pid: booted.pid,
    stop: booted.stop,
  };
}

/** Connects once and asks the server what it is. */
async function ask(options: ConnectionOptions): Promise<Pick<ServerInfo, 'product' | 'version'>> {
  const connection = await createConnection({ ...options, connectTimeout: answerMs });
  try {
    const sql = 'SELECT VERSION() AS version, @@version_comment AS comment';
    const [rows] = await withDeadline(connection.query<RowDataPacket[]>(sql), answerMs);
    const { version, comment } = rows[0] as { version: string; comment: string };
    const product = /mariadb/i.test(`${version} ${comment}`) ? 'MariaDB' : 'MySQL';
    return { product, version };
  } finally {
    connection.destroy();
  }
}
