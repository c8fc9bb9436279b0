import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * Runs one command of a step; its output, stdout and stderr together, goes to a log file.
 *
 * @typedef {(command: string[]) => Promise<{ status: number, output: string, log: string }>} Run
 */

/**
 * Commands run under guard.sh: it holds the other end of a pipe of ours, and ends the command when
 * we are gone, even by `kill -9`.
 *
 * @param {{ root: string, log: string, end: AbortSignal, lock: import('./lock.mjs').Lock }} options
 * @returns {Run} rejects with the reason of `end` once the command is over
 */
export function guardedRunner({ root, log, end, lock }) {
  // What the packages brought, and the very Node that runs us, come before what is installed.
  const path = [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH];
  const env = { ...process.env, PATH: path.join(delimiter) };
  const guard = join(root, 'scripts', 'guard.sh');
  return async (command) => {
    end.throwIfAborted();
    const file = openSync(log, 'w');
    const child = spawn('sh', [guard, '--', ...command], {
      cwd: root,
      env,
      detached: true,
      stdio: ['pipe', file, file],
    });
    closeSync(file);
    if (child.pid !== undefined) lock.include(child.pid);
    const status = await statusOf(child, end);
    end.throwIfAborted();
    return { status, output: readFileSync(log, 'utf8'), log };
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {AbortSignal} end
 * @returns {Promise<number>}
 */
function statusOf(child, end) {
  const stop = () => child.stdin?.end();
  end.addEventListener('abort', stop, { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      end.removeEventListener('abort', stop);
      resolve(code ?? 1);
    });
  });
}
