import type { Answered } from '../../src/funnel/open-loop.ts';

/** Ids are divided into so many blocks, independent of each other: the unit of intervals. */
const blocks = 20;

/** An id that went to MySQL: when it was asked for and answered, in nanoseconds of the run. */
interface Pass {
  readonly askedNs: number;
  readonly answeredNs: number;
}

/** What became of the requests for one group of ids, and when. */
export class Tally {
  readonly #windowFromNs: number;
  readonly #windowToNs: number;
  readonly requests = new Array<number>(blocks).fill(0);
  readonly hits = new Array<number>(blocks).fill(0);
  readonly #last = new Map<number, Pass>();
  errors = 0;
  /** Times that an id went to MySQL again, and how long after it had been there before. */
  gaps = 0;
  gapSumNs = 0;
  /** Shortest time from asking, after which Redis wrote, to the answer of the next that passed. */
  shortestNs = Number.POSITIVE_INFINITY;

  /** Requests due within the window are counted, gaps between passes at any time. */
  constructor(window: { readonly fromNs: number; readonly toNs: number }) {
    this.#windowFromNs = window.fromNs;
    this.#windowToNs = window.toNs;
  }

  record(id: number, { answer: { outcome }, intendedNs, latencyNs }: Answered): void {
    if (outcome === 'error') {
      this.errors++;
      return;
    }
    const hit = outcome === 'sentinel-hit' || outcome === 'cache-hit';
    if (intendedNs >= this.#windowFromNs && intendedNs < this.#windowToNs) {
      this.requests[id % blocks]!++;
      if (hit) this.hits[id % blocks]!++;
    }
    if (!hit) this.#pass(id, { askedNs: intendedNs, answeredNs: intendedNs + latencyNs });
  }

  #pass(id: number, pass: Pass): void {
    const last = this.#last.get(id);
    // It came before the other was answered, and has joined it.
    if (last !== undefined && pass.askedNs < last.answeredNs) return;
    this.#last.set(id, pass);
    if (last === undefined) return;
    this.gaps++;
    this.gapSumNs += pass.answeredNs - last.answeredNs;
    this.shortestNs = Math.min(this.shortestNs, pass.answeredNs - last.askedNs);
  }
}
