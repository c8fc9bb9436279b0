import { join } from 'node:path';
import { usageError } from '../errors.ts';
import { dropFileLock, takeFileLock } from '../servers/file-lock.ts';

/**
 * Takes the folder of a run for this process, so that it is never resumed twice at once. A lock
 * whose process has gone is taken over. Answers the function that gives the folder back.
 */
export function lockRun(folder: string): () => void {
  const path = join(folder, 'run.lock');
  if (!takeFileLock(path)) {
    throw usageError(`${folder} is being written by another process (its lock is ${path})`);
  }
  return () => dropFileLock(path);
}
