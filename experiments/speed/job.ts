import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Interruptible } from '../../src/bench/cpp.ts';
import type { Result } from '../../src/lab/experiment.ts';
import type { Parameters } from './plan.ts';

/** What a process of its own measures. */
export interface Job {
  readonly pass: 'variants' | 'hashes' | 'sizes' | 'readers' | 'rejections' | 'large' | 'scan';
  readonly params: Parameters;
  readonly seed: string;
  /** The plain filter in C++; without it, what it would be compared with is left out. */
  readonly plain: string | undefined;
}

/** What it answers. */
export type JobReply = { readonly results: readonly Result[] } | { readonly failure: string };

// The compiled module, also where this one is run from its source, as tests do.
const program = fileURLToPath(import.meta.resolve('#dist/experiments/speed/process.js'));

/**
 * Measures in a fresh process that has loaded little else. In an old one V8 has seen other filters
 * and compiles the calls of ours for all of them: a single call then takes half as long again; and
 * the filters in JavaScript take half as long again where many modules are loaded.
 */
export async function measureApart(
  job: Job,
  { signal }: Interruptible,
): Promise<readonly Result[]> {
  signal.throwIfAborted();
  // A group of its own: Ctrl-C reaches us alone, and the signal ends it.
  const child = fork(program, { serialization: 'advanced', execArgv: [], detached: true });
  const exit = once(child, 'exit');
  const ended = exit.then(([code, killer]): never => {
    throw new Error(`the process that measures has ended (${killer ?? code})`);
  });
  ended.catch(() => undefined);
  // With what it has started, which may be at work for half a minute.
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
  };
  signal.addEventListener('abort', kill);
  try {
    child.send(job);
    const [reply] = (await Promise.race([once(child, 'message'), ended])) as [JobReply];
    if ('failure' in reply) throw new Error(reply.failure);
    return reply.results;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    if (child.connected) child.disconnect();
    // The next one has the machine to itself.
    await exit;
    signal.removeEventListener('abort', kill);
  }
}
