import { mkdirSync, readlinkSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serverError } from '../errors.ts';
import { processStart } from './temp-dir.ts';

const lockPollMs = 200;

/** `${XDG_CACHE_HOME:-~/.cache}/funnel-lab`; a relative XDG_CACHE_HOME is ignored, as XDG says. */
export function cacheDir(): string {
  const xdg = process.env.XDG_CACHE_HOME ?? '';
  return join(isAbsolute(xdg) ? xdg : join(homedir(), '.cache'), 'funnel-lab');
}

/** Removes the cache folder, which the next run that needs it makes again. */
export function removeCache(): void {
  rmSync(cacheDir(), { recursive: true, force: true });
}

/** Makes the cache folder. Throws a `LabError` (exit 3) if its disk has less than `bytes` free. */
export function makeCache(bytes: number): string {
  const dir = cacheDir();
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw serverError(`The cache folder ${dir} cannot be made (XDG_CACHE_HOME moves it).`, error);
  }
  const { bavail, bsize } = statfsSync(dir);
  if (bavail * bsize < bytes) {
    const [free, needed] = [bavail * bsize, bytes].map((size) => Math.floor(size / 2 ** 20));
    throw serverError(
      `${dir} has ${free} MiB free, ${needed} are needed (XDG_CACHE_HOME moves it).`,
    );
  }
  return dir;
}

/** Does `work` while no other process does work under the same lock file; a dead one's is taken. */
export async function withCacheLock<T>(
  file: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const owner = `${process.pid} ${processStart(process.pid)}`;
  while (!takeLock(file, owner)) await setTimeout(lockPollMs, undefined, { signal });
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Whether the lock is ours now. A symbolic link is made with its content in one step, so no lock is
 * ever without an owner. Where a dead process has it, it is removed: the next try takes it.
 */
export function takeLock(file: string, owner: string): boolean {
  try {
    symlinkSync(owner, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const [pid, start] = (readOwner(file) ?? owner).split(' ');
  if (processStart(Number(pid)) !== start) rmSync(file, { force: true });
  return false;
}

function readOwner(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}
