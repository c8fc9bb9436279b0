import { ExitCode, LabError, serverError } from '../errors.ts';
import { type Binary, installedBinaries, systemSearchPath, unpackedBinaries } from './binary.ts';
import type { StartOptions } from './server.ts';
import { sweepDeadRuns } from './sweep.ts';
import { unpackServers } from './unpack.ts';

/** A server that can be started, and what the user is told if it cannot be had. */
export interface Kind {
  readonly name: string;
  readonly variable: string;
  /** How messages about its URL name it: by both ways to give one. */
  readonly urlName: string;
  readonly binaries: readonly string[];
}

export const redisKind: Kind = {
  name: 'Redis',
  variable: 'REDIS_URL',
  urlName: 'REDIS_URL (--redis)',
  binaries: ['redis-server', 'valkey-server'],
};

export const mysqlKind: Kind = {
  name: 'MySQL',
  variable: 'MYSQL_URL',
  urlName: 'MYSQL_URL (--mysql)',
  binaries: ['mysqld', 'mariadbd'],
};

/** The URL to use, if any: the option beats the environment, an empty variable counts as unset. */
export function givenUrl(
  kind: Kind,
  options: Pick<StartOptions, 'private' | 'url'>,
): string | undefined {
  if (options.private) return undefined;
  return options.url ?? (process.env[kind.variable] || undefined);
}

/**
 * Starts the first server that comes up: installed programs, then unpacked packages. Each that does
 * not is logged with the last lines of its log. Throws a `LabError` (exit 3) with what to do when
 * there is none.
 */
export async function startFirst<T>(
  kind: Kind,
  options: StartOptions,
  start: (binary: Binary) => Promise<T>,
): Promise<T> {
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    throw serverError(
      `${process.platform} is not supported for private servers: use Linux, macOS or WSL, ` +
        `or set ${kind.variable}.`,
    );
  }
  for (const dir of sweepDeadRuns()) options.log(`servers: removed ${dir}, left by a dead run`);
  const failures: string[] = [];
  const attempt = async <R>(work: () => Promise<R>): Promise<R | undefined> => {
    try {
      return await work();
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof LabError) || error.exitCode !== ExitCode.server) throw error;
      failures.push(error.message);
      options.log(`servers: ${error.message}`);
      return undefined;
    }
  };
  for (const binary of installedBinaries(kind.binaries, options.searchPath ?? systemSearchPath())) {
    const server = await attempt(() => start(binary));
    if (server !== undefined) return server;
  }
  const root = await attempt(() => unpackServers(options));
  for (const binary of root === undefined ? [] : unpackedBinaries(kind.binaries, root)) {
    const server = await attempt(() => start(binary));
    if (server !== undefined) return server;
  }
  throw serverError(howToGetOne(kind, failures));
}

function howToGetOne(kind: Kind, failures: readonly string[]): string {
  return [
    `No ${kind.name} server could be had.`,
    ...failures.map((failure) => `  - ${failure}`),
    'Give the addresses of running ones:',
    '    export REDIS_URL=redis://127.0.0.1:6379 MYSQL_URL=mysql://user:password@127.0.0.1:3306',
    'or install them (they need not run):',
    '    sudo apt install redis-server mariadb-server',
    '    brew install redis mariadb',
  ].join('\n');
}
