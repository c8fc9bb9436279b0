import { setTimeout as delay } from 'node:timers/promises';

/**
 * How clients wait until a request is due: by timers alone. Turning the event loop to be punctual
 * to the microsecond would take one of two cores from what is measured. A request is up to two
 * milliseconds late, alike under every defence, and `startLagNs` says how late.
 */
export async function restOnTimers(ns: number, signal: AbortSignal): Promise<void> {
  // Aborted, it is the open loop that says so.
  await delay(ns / 1e6, undefined, { signal }).catch(() => undefined);
}
