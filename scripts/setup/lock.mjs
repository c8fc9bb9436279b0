import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from './errors.mjs';
import { identify, isAlive } from './process-id.mjs';

const pollMs = 100;
const waitMsMax = 20 * 60_000;

/**
 * A lock is a symbolic link whose target names its owners: it comes into being whole or not at
 * all. It holds as long as one of them lives, the set-up or a child that it had to leave behind.
 *
 * @typedef {{ include(pid: number): void, release(): void }} Lock
 */

/**
 * Waits for the lock at `path`, over a dead owner's body if need be.
 *
 * @param {string} path
 * @param {{ end: AbortSignal, onWait(pid: number): void }} options `onWait` is called once with
 *   the process that has the lock
 * @returns {Promise<Lock>}
 */
export async function lock(path, { end, onWait }) {
  const self = /** @type {string} */ (identify(process.pid));
  let said = false;
  for (let waitedMs = 0; waitedMs < waitMsMax; waitedMs += pollMs) {
    const owner = tryLock(path, self);
    if (owner === undefined) return held(path, self);
    if (!said) onWait(Number.parseInt(owner, 10));
    said = true;
    await delay(pollMs, undefined, { signal: end }).catch(() => end.throwIfAborted());
  }
  throw new SetupError(`${path} is still held by another process after ${waitMsMax / 60_000} min`);
}

/**
 * @param {string} path
 * @param {string} self
 * @returns {string | undefined} whose lock it is, undefined when it is ours now
 */
function tryLock(path, self) {
  if (link(path, self)) return undefined;
  const owners = read(path);
  if (owners === undefined) return tryLock(path, self);
  if (owners.split(',').some(isAlive)) return owners;
  // Two processes may see the same dead owner. Only the holder of the heir's lock removes it, and
  // only while it is still there: otherwise the slower one would remove the lock of the faster.
  const heir = `${path}.heir`;
  if (tryLock(heir, self) !== undefined) return owners;
  if (read(path) === owners) rmSync(path);
  rmSync(heir);
  return tryLock(path, self);
}

/**
 * @param {string} path
 * @param {string} self
 * @returns {Lock}
 */
function held(path, self) {
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  return {
    include(pid) {
      const child = identify(pid);
      if (child === undefined) return;
      rmSync(`${path}.next`, { force: true });
      symlinkSync(`${self},${child}`, `${path}.next`);
      renameSync(`${path}.next`, path);
    },
    release() {
      process.off('exit', release);
      release();
    },
  };
}

function link(/** @type {string} */ path, /** @type {string} */ self) {
  try {
    symlinkSync(self, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

function read(/** @type {string} */ path) {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}
