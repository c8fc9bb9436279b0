import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';

/** The real command line, compiled. */
export const main = resolve('dist/src/cli/main.js');

export interface Started {
  readonly child: ChildProcess;
  readonly printed: { stdout: string; stderr: string };
  /** Resolves when stderr, or the stream named, has these words; throws when it ends before. */
  says(words: string, stream?: 'stdout' | 'stderr'): Promise<void>;
  /** The exit code, when all that was written has been read. */
  ended(): Promise<number>;
}

/** A command line in a process of its own, which does not outlive the test. */
export function start(script: string, words: readonly string[], cwd: string, env = {}): Started {
  const child = spawn(process.execPath, [script, ...words], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => {
    printed.stdout += text;
  });
  child.stderr.on('data', (text) => {
    printed.stderr += text;
  });
  const closed = once(child, 'close');
  return {
    child,
    printed,
    says: async (wanted, stream = 'stderr') => {
      while (!printed[stream].includes(wanted)) {
        if (child[stream].readableEnded) throw new Error(`it says: ${printed.stderr}`);
        await Promise.race([once(child[stream], 'data'), once(child[stream], 'end')]);
      }
    },
    ended: async () => (await closed)[0],
  };
}
