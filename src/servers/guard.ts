import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ExitCode, LabError, serverError } from '../errors.ts';

const guardScript = fileURLToPath(import.meta.resolve('#scripts/guard.sh'));
const keptLines = 1000;
const tailLines = 12;
const pollMs = 20;
const polls = 1500;

interface GuardOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A file that the command reads as its standard input. */
  readonly inputFile?: string;
  /** Removed when the process is stopped or we die; kept when it ends by itself. */
  readonly removeDir?: string;
}

const running = new Set<GuardedProcess>();
let closing = false;
const interrupted = () => new LabError(ExitCode.interrupted, 'interrupted');

/** A child under `scripts/guard.sh`: it never outlives us, not even after `kill -9`. */
export class GuardedProcess {
  /** Resolves when the process and its guard are gone. */
  readonly ended: Promise<void>;
  readonly #command: string;
  readonly #child: ChildProcess;
  readonly #removeDir: string | undefined;
  readonly #lines: string[] = [];
  #status: string | undefined;

  constructor(command: string, args: readonly string[], options: GuardOptions = {}) {
    if (closing) throw interrupted();
    this.#command = command;
    this.#removeDir = options.removeDir;
    const flags = [
      ...(options.removeDir === undefined ? [] : ['--remove', options.removeDir]),
      ...(options.inputFile === undefined ? [] : ['--input', options.inputFile]),
    ];
    this.#child = spawn('sh', [guardScript, ...flags, '--', command, ...args], {
      // A session of its own: Ctrl-C reaches us alone, and we end the server in order.
      detached: true,
      stdio: 'pipe',
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
    });
    this.#child.stdin?.on('error', () => {});
    this.#keepLines(this.#child.stdout);
    this.#keepLines(this.#child.stderr);
    this.ended = new Promise((resolve) => {
      const end = (status: string) => {
        this.#status ??= status;
        resolve();
      };
      this.#child.once('error', (error) => end(error.message));
      this.#child.once('close', (code, signal) => end(signal ?? `exit ${code}`));
    });
    running.add(this);
  }

  /** How it ended in words, for example `exit 1`; undefined while it runs. */
  get status(): string | undefined {
    return this.#status;
  }

  /** What it printed, the newest lines last. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** An error (exit 3) that says what happened, with the last lines of its log. */
  failure(what: string): LabError {
    // It did not fail by itself: `stopAllServers` came, and nothing else is to be tried.
    if (closing) return interrupted();
    const tail = this.#lines.slice(-tailLines).map((line) => `\n    ${line}`);
    return serverError(`${this.#command} ${what}${tail.join('')}`);
  }

  /** Takes it off the list of what `stopAllServers` ends; for one that has ended by itself. */
  forget(): void {
    running.delete(this);
  }

  /** TERM, after three seconds KILL; then its folder is removed. Safe to call again. */
  async stop(): Promise<void> {
    this.#child.stdin?.destroy();
    await this.ended;
    if (this.#removeDir !== undefined) {
      await rm(this.#removeDir, { recursive: true, force: true });
    }
    running.delete(this);
  }

  /** KILL at once, without waiting; for the last moment of the process. */
  kill(): void {
    try {
      if (this.#status === undefined) process.kill(-this.#child.pid!, 'SIGKILL');
      if (this.#removeDir !== undefined) {
        // What is being killed may still write for a moment.
        rmSync(this.#removeDir, { recursive: true, force: true, maxRetries: 5 });
      }
    } catch {
      // It went by itself in the meantime, or the next run's sweep removes the folder.
    }
  }

  #keepLines(stream: Readable | null): void {
    if (stream === null) return;
    createInterface({ input: stream }).on('line', (line) => {
      this.#lines.push(line);
      if (this.#lines.length > keptLines) this.#lines.shift();
    });
  }
}

/**
 * Runs a command to its end and gives the lines that it printed. Throws a `LabError` (exit 3) with
 * the last of them if it fails; aborting ends the command.
 */
export async function runGuarded(
  command: string,
  args: readonly string[],
  options: GuardOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly string[]> {
  options.signal?.throwIfAborted();
  const child = new GuardedProcess(command, args, options);
  const stop = () => void child.stop();
  options.signal?.addEventListener('abort', stop);
  await child.ended;
  options.signal?.removeEventListener('abort', stop);
  options.signal?.throwIfAborted();
  child.forget();
  if (child.status !== 'exit 0') throw child.failure(`ended with ${child.status}`);
  return child.lines;
}

/**
 * Asks `probe` until it answers, for half a minute at most. If the process ends before, or the
 * signal is aborted, the process is stopped and the reason thrown.
 */
export async function untilReady<T>(
  child: GuardedProcess,
  probe: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let reason = '';
  try {
    for (let poll = 0; poll < polls; poll++) {
      signal?.throwIfAborted();
      if (child.status !== undefined) throw child.failure(`ended with ${child.status} at start`);
      try {
        return await probe();
      } catch (error) {
        reason = String(error);
      }
      await Promise.race([child.ended, setTimeout(pollMs)]);
    }
    throw child.failure(`does not answer: ${reason}`);
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/** Ends all that we started, whatever phase it is in; nothing can be started afterwards. */
export async function stopAllServers(): Promise<void> {
  closing = true;
  await Promise.all([...running].map((child) => child.stop()));
}

/** The same at once and without order, for a second Ctrl-C or an exit that cannot wait. */
export function killAllServers(): void {
  closing = true;
  for (const child of running) child.kill();
}
