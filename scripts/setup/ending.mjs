import { SetupError } from './errors.mjs';

const parentPollMs = 250;

/**
 * A signal that aborts when this process is asked to end, or when its parent has gone: whoever
 * kills npm with -9 does not expect its set-up to go on for minutes.
 *
 * @returns {AbortSignal} its reason is a SetupError with exit code 130 or 143
 */
export function watchForTheEnd() {
  const controller = new AbortController();
  const end = (/** @type {string} */ why, /** @type {number} */ exitCode) =>
    controller.abort(
      new SetupError(`interrupted (${why}); the next run goes on from here`, exitCode),
    );
  process.on('SIGINT', () => end('SIGINT', 130));
  process.on('SIGTERM', () => end('SIGTERM', 143));
  process.on('SIGHUP', () => end('SIGHUP', 143));
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid !== parent) end('the parent process has gone', 143);
  }, parentPollMs);
  poll.unref();
  return controller.signal;
}
