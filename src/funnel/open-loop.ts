import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { usageError } from '../errors.ts';
import { Samples } from '../stats/samples.ts';
import { type Arrivals, schedule } from '../workload/arrivals.ts';
import type { Service } from './driver.ts';
import type { Answer } from './funnel.ts';
import { noOutcomes, type OutcomeCounts } from './outcomes.ts';

/** One request that was answered. */
export interface Answered {
  /** Its place in `ids`. */
  readonly index: number;
  readonly answer: Answer;
  /** When it was due, in nanoseconds from the start of the run. */
  readonly intendedNs: number;
  /** From then to the answer. */
  readonly latencyNs: number;
}

/** How an open loop sends, and at what times. */
export type OpenLoopOptions = Arrivals & {
  /** Mean rate at which requests are offered, whatever becomes of them. */
  readonly ratePerSecond: number;
  /** Requests under way at once, >= 1; one that would be more is dropped. */
  readonly inFlightLimit: number;
  /** Monotonic nanoseconds. */
  readonly now: () => bigint;
  readonly signal: AbortSignal;
  /** Called for each answer, before the next is waited for. */
  readonly onAnswer?: (answered: Answered) => void;
  /** Waits for at most `ns` and at least one turn of the event loop; default {@link rest}. */
  readonly wait?: (ns: number, signal: AbortSignal) => Promise<void>;
};

/** How late the generator may be with one request in a hundred and still have kept its schedule. */
const lagBoundNs = 5_000_000;

/** What an open loop measured. */
export interface OpenLoop {
  /** When it began, by the clock that was handed in; due times count from here. */
  readonly startNs: bigint;
  readonly elapsedNs: bigint;
  /** `offered` = `sent` + `dropped`; every request that was sent has ended. */
  readonly offered: number;
  readonly sent: number;
  readonly dropped: number;
  readonly outcomes: OutcomeCounts;
  /**
   * Nanoseconds from the moment a request was due to its answer: what a user who comes at that
   * moment sees, also where the generator or the service was behind ("coordinated omission", Gil
   * Tene). Dropped requests are not in it.
   */
  readonly latencyNs: Samples;
  /** Nanoseconds from the call to the answer, which is what a closed loop would tell. */
  readonly serviceNs: Samples;
  /** How late each request, dropped ones too, was taken up by the generator itself. */
  readonly startLagNs: Samples;
  /** Nothing was dropped, and 99 % of the requests were at most 5 ms late. */
  readonly keptSchedule: boolean;
}

/**
 * Offers `ids` to the service at a rate of their own: no request waits for another's answer. The
 * schedule is made beforehand; at each turn of the event loop all that is due is sent, so a
 * generator that was held up makes good for it and says so in `startLagNs`.
 * @throws LabError (exit 2) for a rate or a limit out of range; what the service threw; the
 * signal's reason when it is aborted. Requests under way have ended by then.
 */
export async function openLoop(
  service: Service,
  ids: ArrayLike<number>,
  options: OpenLoopOptions,
): Promise<OpenLoop> {
  const { ratePerSecond, inFlightLimit, now, wait = rest } = options;
  if (!Number.isInteger(inFlightLimit) || inFlightLimit < 1) {
    throw usageError(`inFlightLimit is ${inFlightLimit}; it must be an integer of at least 1`);
  }
  const dueNs = schedule(ids.length, ratePerSecond, options);
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const underWay = new Set<Promise<void>>();
  const outcomes = noOutcomes();
  const [latencyNs, serviceNs, startLagNs] = [new Samples(), new Samples(), new Samples()];
  const start = now();
  const elapsedNs = () => Number(now() - start);

  const send = async (index: number, startNs: number) => {
    const answer = await service.detail(ids[index]);
    const [endNs, intendedNs] = [elapsedNs(), dueNs[index]!];
    outcomes[answer.outcome]++;
    latencyNs.record(endNs - intendedNs);
    serviceNs.record(endNs - startNs);
    options.onAnswer?.({ index, answer, intendedNs, latencyNs: endNs - intendedNs });
  };
  let [next, dropped] = [0, 0];
  while (next < ids.length && !signal.aborted) {
    const turnNs = elapsedNs();
    for (; next < ids.length && dueNs[next]! <= turnNs; next++) {
      const startNs = elapsedNs();
      startLagNs.record(startNs - dueNs[next]!);
      if (underWay.size >= inFlightLimit) {
        dropped++;
        continue;
      }
      const request: Promise<void> = send(next, startNs)
        .catch((error) => failure.abort(error))
        .finally(() => underWay.delete(request));
      underWay.add(request);
    }
    if (next < ids.length) await wait(Math.max(0, dueNs[next]! - elapsedNs()), signal);
  }
  await Promise.all(underWay);
  signal.throwIfAborted();
  return {
    startNs: start,
    elapsedNs: now() - start,
    offered: next,
    sent: next - dropped,
    dropped,
    outcomes,
    latencyNs,
    serviceNs,
    startLagNs,
    keptSchedule: dropped === 0 && (startLagNs.percentile(99) ?? 0) <= lagBoundNs,
  };
}

/** A timer may be late by the grain of Node's clock of timers and by one turn. */
const timerGrainMs = 2;

/**
 * Timers alone would make every request up to two milliseconds late, and turning the event loop
 * alone would take a core from the servers that are measured: a timer for all but the last two
 * milliseconds, then turns, in each of which answers are taken in.
 */
async function rest(ns: number, signal: AbortSignal): Promise<void> {
  const ms = Math.floor(ns / 1e6) - timerGrainMs;
  if (ms < 1) return nextTurn();
  // Aborted, it is the caller that says so.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
