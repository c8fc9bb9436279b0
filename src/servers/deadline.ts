import { setTimeout } from 'node:timers/promises';

/** The result of `work`, or an error if it has not come within `ms` milliseconds. */
export async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const late = async () => {
    await setTimeout(ms, undefined, { signal: timer.signal });
    throw new Error(`no answer within ${ms / 1000} s`);
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    timer.abort();
  }
}
