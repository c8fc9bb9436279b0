import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * When a process started, in a form that is only good for comparing: with the pid it names one
 * process for ever, because pids are used again. Undefined if there is none.
 */
export function processStart(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/stat')) {
      // The name in brackets may hold spaces; state is the first field after it, start the 20th.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      return fields[0] === 'Z' ? undefined : Number(fields[19]).toString(36);
    }
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return Date.parse(started.trim()).toString(36);
  } catch {
    return undefined;
  }
}
