import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../errors.ts';
import { systemCode, unwritable } from './files.ts';

/**
 * Takes the folder of a run for this process, so that it is never resumed twice at once. A lock
 * whose process has gone is taken over. Answers the function that gives the folder back.
 */
export function lockRun(folder: string): () => void {
  const path = join(folder, 'run.lock');
  removeDeadLock(path);
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (systemCode(error) === 'EEXIST') {
      throw usageError(`${folder} is being written by another process (see ${path})`);
    }
    throw unwritable(path, error);
  }
  return () => rmSync(path, { force: true });
}

function removeDeadLock(path: string): void {
  try {
    if (!isAlive(Number(readFileSync(path, 'utf8')))) {
      rmSync(path, { force: true });
    }
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') {
      throw unwritable(path, error);
    }
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
