import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { serverError } from '../errors.ts';
import { type Binary, shareFolders } from './binary.ts';
import { GuardedProcess, runGuarded, untilReady } from './guard.ts';
import type { StartOptions } from './server.ts';
import { makeTempDir } from './temp-dir.ts';

interface Booted<T> {
  readonly answer: T;
  readonly socketPath: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** MySQL since 5.7 fills a new data folder by itself; MariaDB and older ones are fed SQL files. */
const initialisesItself = /Ver (5\.[789]|[89]\.|\d\d\.)(?!.*mariadb)/i;

/** In this order; MariaDB 11 renamed them. */
const systemSql = ['system_tables', 'performance_tables', 'system_tables_data'];

/**
 * Makes a data folder in a temporary folder, starts the server on it and waits for `probe` to
 * answer. Durable defaults are kept: switching them off makes nothing here faster.
 */
export async function bootMysql<T>(
  binary: Binary,
  options: StartOptions,
  probe: (socketPath: string) => Promise<T>,
): Promise<Booted<T>> {
  const dir = makeTempDir();
  const socketPath = join(dir, 'mysql.sock');
  try {
    for (const name of ['data', 'tmp']) mkdirSync(join(dir, name));
    const run = { cwd: dir, env: binary.env, removeDir: dir };
    const oneShot = { ...run, signal: options.signal };
    const [version = ''] = await runGuarded(binary.path, ['--no-defaults', '--version'], oneShot);
    const flags = [...baseFlags(binary, dir), ...(options.args ?? [])];
    if (initialisesItself.test(version)) {
      await runGuarded(binary.path, [...flags, '--initialize-insecure'], oneShot);
    } else {
      const inputFile = join(dir, 'bootstrap.sql');
      writeFileSync(inputFile, bootstrapSql(binary));
      await runGuarded(binary.path, [...flags, '--bootstrap'], { ...oneShot, inputFile });
    }
    const pidFile = join(dir, 'mysql.pid');
    const listen = ['--skip-networking', `--socket=${socketPath}`, `--pid-file=${pidFile}`];
    const child = new GuardedProcess(
      binary.path,
      [...baseFlags(binary, dir), ...listen, ...(options.args ?? [])],
      run,
    );
    const answer = await untilReady(child, () => probe(socketPath), options.signal);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    return { answer, socketPath, pid, stop: () => child.stop() };
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
}

function baseFlags(binary: Binary, dir: string): readonly string[] {
  const share = shareFolders(binary);
  const messages = share.find((folder) => existsSync(join(folder, 'english', 'errmsg.sys')));
  return [
    '--no-defaults',
    // Servers refuse to run as root unless told to.
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    ...(messages === undefined
      ? []
      : [`--basedir=${baseOf(messages)}`, `--lc-messages-dir=${messages}`]),
    `--datadir=${join(dir, 'data')}`,
    `--tmpdir=${join(dir, 'tmp')}`,
    `--secure-file-priv=${join(dir, 'tmp')}`,
    '--skip-log-bin',
    '--skip-name-resolve',
    '--innodb-buffer-pool-size=256M',
    '--loose-innodb-log-file-size=48M',
    // It costs 12 to 15 % of the throughput, and the counters that are read do not need it.
    '--performance-schema=OFF',
    '--local-infile=OFF',
    '--loose-mysqlx=OFF',
    '--character-set-server=utf8mb4',
    '--sql-mode=STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',
    '--default-time-zone=+00:00',
  ];
}

/** `…/usr` for `…/usr/share/mysql`. */
function baseOf(share: string): string {
  return share.slice(0, share.lastIndexOf(`${sep}share`));
}

/** The server reads one statement a line; without other accounts, root has no password. */
function bootstrapSql(binary: Binary): string {
  const folder = shareFolders(binary).find((dir) =>
    readdirSync(dir).some((name) => /^(mysql|mariadb)_system_tables\.sql$/.test(name)),
  );
  if (folder === undefined) {
    throw serverError(
      `${binary.path}: there is no mysql_system_tables.sql to make its tables with`,
    );
  }
  const files = systemSql
    .flatMap((name) => [`mariadb_${name}.sql`, `mysql_${name}.sql`].map((n) => join(folder, n)))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
  return ['CREATE DATABASE mysql;', 'USE mysql;', ...files].join('\n');
}
