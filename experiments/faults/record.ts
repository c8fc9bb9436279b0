import type { Answered } from '../../src/funnel/open-loop.ts';
import { noOutcomes, type Outcome } from '../../src/funnel/outcomes.ts';
import type { Result, Row } from '../../src/lab/experiment.ts';
import { Samples } from '../../src/stats/samples.ts';
import { percentileColumns } from '../percentiles.ts';
import { binMs, slowMs } from './plan.ts';
import type { Requests } from './traffic.ts';

/** What became of one request; times are milliseconds from the start of the pass. */
interface Ended {
  readonly dueMs: number;
  readonly endMs: number;
  readonly latencyNs: number;
  readonly outcome: Outcome;
  readonly refused: boolean;
}

/** When the fault was there, in milliseconds from the start of the pass. */
export interface FaultMs {
  readonly beginMs: number;
  readonly endMs: number;
}

/** The threads of a process do not stand still at the very moment at which it is told to stop. */
const standStillMs = 10;

const isSlow = ({ latencyNs }: Ended) => latencyNs > slowMs * 1e6;

/** Keeps what became of each request of an open-loop pass, and says it window by window. */
export class AnswerRecord {
  readonly #requests: Requests;
  readonly #ended: Ended[] = [];
  #wrongAnswers = 0;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  readonly add = ({ index, answer, intendedNs, latencyNs }: Answered): void => {
    const { outcome, sku, error } = answer;
    const id = this.#requests.ids[index]!;
    const expected = this.#requests.population.has(id) ? String(id) : undefined;
    if (outcome !== 'error' && sku?.id !== expected) this.#wrongAnswers++;
    const dueMs = intendedNs / 1e6;
    const endMs = dueMs + latencyNs / 1e6;
    this.#ended.push({ dueMs, endMs, latencyNs, outcome, refused: error === 'overloaded' });
  };

  get count(): number {
    return this.#ended.length;
  }

  /** Answers that were a 404 for an id that exists, or an SKU that was not asked for. */
  get wrongAnswers(): number {
    return this.#wrongAnswers;
  }

  /** Milliseconds from the fault's end to the last answer that was an error or slow; 0 if none. */
  troubleMs(fault: FaultMs): number {
    return this.#ended
      .filter((one) => one.outcome === 'error' || isSlow(one))
      .reduce((last, { endMs }) => Math.max(last, endMs - fault.endMs), 0);
  }

  /** Milliseconds from the fault's end to the first answer out of the cache. */
  firstHitMs(fault: FaultMs): number | undefined {
    const hits = this.#ended.filter(
      ({ outcome, endMs }) => outcome === 'cache-hit' && endMs >= fault.endMs,
    );
    return hits.length === 0
      ? undefined
      : Math.min(...hits.map(({ endMs }) => endMs)) - fault.endMs;
  }

  /** Requests that were due, and answered, while the fault was there. */
  answeredWithin({ beginMs, endMs }: FaultMs): number {
    return this.#ended.filter((one) => one.dueMs >= beginMs + standStillMs && one.endMs < endMs)
      .length;
  }

  /** Requests by when they were due: before the fault, while it was there, and after it. */
  windows({ beginMs, endMs }: FaultMs): Result[] {
    const windows = [
      ['before', 0, beginMs],
      ['during', beginMs, endMs],
      ['after', endMs, Number.POSITIVE_INFINITY],
    ] as const;
    return windows.map(([window, from, to]) => this.#between(from, to, { window }));
  }

  /** The same for each {@link binMs} of a pass that lasted `lengthMs`. */
  bins(lengthMs: number): Result[] {
    return Array.from({ length: Math.ceil(lengthMs / binMs) }, (_, index) =>
      this.#between(index * binMs, (index + 1) * binMs, { atMs: index * binMs }),
    );
  }

  #between(fromMs: number, toMs: number, name: Row): Result {
    const within = this.#ended.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs);
    const outcomes = noOutcomes();
    for (const { outcome } of within) outcomes[outcome]++;
    const latency = percentileColumns('latencyNs', Samples.of(within.map((one) => one.latencyNs)));
    return {
      row: {
        ...name,
        answered: within.length,
        ...outcomes,
        refused: within.filter(({ refused }) => refused).length,
        slow: within.filter(isSlow).length,
        ...latency.row,
      },
      reasons: latency.reasons,
    };
  }
}
