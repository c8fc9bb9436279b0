import type { EventEmitter } from 'node:events';
import { ExitCode, LabError } from '../errors.ts';

const exitCodes = {
  SIGINT: ExitCode.interrupted,
  SIGTERM: ExitCode.terminated,
  SIGHUP: ExitCode.terminated,
} as const;

/** One Ctrl-C reaches us twice under npm: from the terminal and, passed on, from npm. */
const sameKeystrokeNs = 500_000_000n;

const parentPollMs = 500;

export interface SignalOptions {
  readonly source: EventEmitter;
  readonly controller: AbortController;
  /** Monotonic nanoseconds. */
  now(): bigint;
  /** Ends the process without waiting for anything. */
  endAtOnce(exitCode: ExitCode): void;
}

/** The first signal ends the run in order, a second one at once. */
export function abortOnSignals({ source, controller, now, endAtOnce }: SignalOptions): void {
  let firstNs: bigint | undefined;
  for (const [name, exitCode] of Object.entries(exitCodes)) {
    source.on(name, () => {
      if (firstNs === undefined) {
        firstNs = now();
        controller.abort(new LabError(exitCode, `Interrupted by ${name}.`));
      } else if (now() - firstNs > sameKeystrokeNs) {
        endAtOnce(exitCode);
      }
    });
  }
}

/**
 * Ends the run as on SIGTERM when the process that started it has gone, whoever that was: after
 * `kill -9` of npm nobody would read what we print or stop us. A run that shall outlive its
 * terminal needs a parent that does, for instance `setsid npm run experiment`.
 */
export function abortWithParent(controller: AbortController): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) {
      clearInterval(timer);
      const message = 'The process that started this run has gone.';
      controller.abort(new LabError(ExitCode.terminated, message));
    }
  }, parentPollMs);
  timer.unref();
}
