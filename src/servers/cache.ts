import { rmSync, statfsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { serverError } from '../errors.ts';
import { ensureFolder } from './make-folder.ts';

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
    ensureFolder(dir, 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw serverError(
      `The cache folder ${dir} cannot be made (XDG_CACHE_HOME moves it): ${reason}`,
      error,
    );
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
