import { Samples } from '../stats/samples.ts';
import type { Answer } from './funnel.ts';

/** Anything that answers requests for ids, by default as the funnel does. */
export interface Service<A = Answer> {
  detail(id: unknown): Promise<A>;
}

/** How a closed loop sends. */
export interface DriveOptions {
  /** Requests under way at once, >= 1. At 1 the order of requests is the order of `ids`. */
  readonly concurrency: number;
  /** Monotonic nanoseconds. */
  readonly now: () => bigint;
  readonly signal: AbortSignal;
}

/** What a closed loop measured. */
export interface Drive {
  readonly elapsedNs: bigint;
  /**
   * Nanoseconds from the call to the answer. The loop is closed: a request starts when one before
   * it has ended, so a stalled server also stalls the load, and the percentiles speak of service
   * times under this concurrency, not of what users at a fixed rate would see.
   */
  readonly latencyNs: Samples;
}

/**
 * Sends `ids` through the funnel, or what stands in its place, in a closed loop.
 * @throws the signal's reason when it is aborted; requests under way have ended by then
 */
export async function drive(
  service: Service<unknown>,
  ids: ArrayLike<number>,
  { concurrency, now, signal }: DriveOptions,
): Promise<Drive> {
  const latencyNs = new Samples();
  let next = 0;
  const client = async () => {
    while (next < ids.length && !signal.aborted) {
      const id = ids[next++];
      const start = now();
      await service.detail(id);
      latencyNs.record(Number(now() - start));
    }
  };
  const start = now();
  await Promise.all(Array.from({ length: concurrency }, client));
  signal.throwIfAborted();
  return { elapsedNs: now() - start, latencyNs };
}
