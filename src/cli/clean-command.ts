import { ExitCode } from '../errors.ts';
import { cacheDir, removeCache } from '../servers/cache.ts';
import { sweepDeadRuns } from '../servers/sweep.ts';
import type { Context } from './context.ts';

/** Removes what dead runs left and the cache folder; the next run makes it again. */
export async function cleanCommand({ stdout }: Context): Promise<ExitCode> {
  const left = sweepDeadRuns();
  removeCache();
  stdout.write([...left, cacheDir()].map((path) => `removed ${path}\n`).join(''));
  return ExitCode.done;
}
