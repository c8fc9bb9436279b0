import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A name for a running process that no later process gets: its id and its start time.
 *
 * @param {number} pid
 * @returns {string | undefined} undefined when there is no such process
 */
export function identify(pid) {
  const start = process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
  return start === undefined ? undefined : `${pid}.${start}`;
}

/** @param {string} identity as `identify` gave it, perhaps in another process long ago */
export function isAlive(identity) {
  return identify(Number.parseInt(identity, 10)) === identity;
}

function startFromProc(/** @type {number} */ pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the command in brackets, may hold blanks and brackets itself.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}

function startFromPs(/** @type {number} */ pid) {
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim().replaceAll(/\W+/g, '-') || undefined;
}
