import { readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { processStart } from './process-start.ts';

// scripts/setup/lock.mjs is the same lock for the time before there is a build.

const pollMs = 200;

/**
 * Takes the lock at `path` for this process; false where a living one holds it. A lock is a
 * symbolic link whose target names its owner: it comes into being whole or not at all.
 */
export function takeFileLock(path: string): boolean {
  if (link(path)) return true;
  const owner = ownerOf(path);
  if (owner === undefined) return takeFileLock(path);
  if (isRunning(owner)) return false;
  // Two processes may see the same dead owner. Only the holder of the heir's lock removes it, and
  // only while it is still there: otherwise the slower one would remove the lock of the faster.
  const heir = `${path}.heir`;
  if (!takeFileLock(heir)) return false;
  if (ownerOf(path) === owner) rmSync(path);
  rmSync(heir);
  return takeFileLock(path);
}

/** Gives back what `takeFileLock` took. */
export function dropFileLock(path: string): void {
  rmSync(path, { force: true });
}

/** Does `work` while no other process does work under the same lock; waits for its turn. */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  while (!takeFileLock(path)) await setTimeout(pollMs, undefined, { signal });
  try {
    return await work();
  } finally {
    dropFileLock(path);
  }
}

function link(path: string): boolean {
  try {
    symlinkSync(`${process.pid} ${processStart(process.pid)}`, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function ownerOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(owner: string): boolean {
  const [pid, start] = owner.split(' ');
  return processStart(Number(pid)) === start;
}
