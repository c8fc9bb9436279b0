/**
 * What `work` gives, unless `signal` is aborted first: then the signal's reason is thrown at once,
 * and what becomes of the work is of no interest any more.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
    if (signal.aborted) {
      giveUp();
    }
  });
}
