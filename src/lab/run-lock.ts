import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../errors.ts';
import { takeLock } from '../servers/cache.ts';
import { processStart } from '../servers/temp-dir.ts';

/**
 * Takes the folder of a run for this process, so that it is never resumed twice at once. A lock
 * whose process has gone is taken over. Answers the function that gives the folder back.
 */
export function lockRun(folder: string): () => void {
  const path = join(folder, 'run.lock');
  const owner = `${process.pid} ${processStart(process.pid)}`;
  // The first try removes the lock of a dead process, the second takes it.
  if (!takeLock(path, owner) && !takeLock(path, owner)) {
    throw usageError(`${folder} is being written by another process (its lock is ${path})`);
  }
  return () => rmSync(path, { force: true });
}
