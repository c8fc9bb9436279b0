import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { oneReader } from '../../src/bench/goals.ts';
import { articleShape } from '../../src/bench/measure-variants.ts';
import { firstIds, largestId } from '../../src/bench/workloads.ts';
import { BloomFilter } from '../../src/filters/bloom.ts';
import { SharedFilter } from '../../src/filters/shared.ts';
import type { Result, Row } from '../../src/lab/experiment.ts';
import { medianInterval } from '../../src/stats/median.ts';
import { permutation } from '../../src/workload/permutation.ts';
import { type Random, random } from '../../src/workload/random.ts';
import type { Job } from './job.ts';
import type { Asked, Asking, ReaderData } from './reader-thread.ts';
import { readerNames } from './select.ts';

/** Times as many ids as in other passes, since two threads need some time to begin. */
const askedTimes = 4;
const oneCore = 'one core is here, on which two threads take turns';

/** What was measured of a filter and a kind of ids, a number for each round. */
interface Series {
  readonly filter: Asking['filter'];
  readonly presentShare: 0 | 1;
  /** Nanoseconds an id, of one thread that asks alone. */
  readonly ns: number[];
  /** How many times as many ids a second both threads ask at once. */
  readonly gains: number[];
}

/**
 * How many times as many queries a second two threads answer as one does: over one filter in a
 * memory that they share, and over a filter each, which is the most that this machine allows. All
 * take turns within a round.
 */
export async function readersPass({ params, seed }: Job): Promise<Result[]> {
  const { members, rounds } = params;
  const cores = availableParallelism();
  const all = (['shared', 'own'] as const).flatMap((filter) =>
    ([0, 1] as const).map((presentShare): Series => ({ filter, presentShare, ns: [], gains: [] })),
  );
  const common = {
    ...{ pass: 'readers', operation: 'ask', ...articleShape, n: members, cores },
    reference: oneReader,
  };
  const draw = random(seed, 'speed', 'readers');
  if (cores < 2) {
    return all.map((series) => {
      const row = { ...common, ...nameOf(series), ns: null, ratio: null };
      return { row, reasons: { ns: oneCore, ratio: oneCore } };
    });
  }
  const idsAsked = askedTimes * params.asked;
  const pair = await ReaderPair.start(members, idsAsked, draw);
  try {
    for (let round = 0; round <= rounds; round++) {
      const place = permutation(all.length, draw);
      for (let turn = 0; turn < all.length; turn++) {
        const series = all[place(turn)]!;
        // The filter that was asked before has taken its place in the caches.
        await pair.ask(series, [0, 1]);
        const first = await pair.ask(series, [0]);
        const both = await pair.ask(series, [0, 1]);
        const second = await pair.ask(series, [1]);
        if (round === 0) continue;
        series.ns.push((first + second) / 2 / idsAsked);
        series.gains.push((first + second) / both);
      }
    }
  } finally {
    await pair.stop();
  }
  return all.map((series) => {
    const times = { ...intervalOf('ns', series.ns), ...intervalOf('ratio', series.gains) };
    return { row: { ...common, ...nameOf(series), rounds, idsAsked, ...times } };
  });
}

function nameOf({ filter, presentShare }: Series): Row {
  return { contender: readerNames[filter], presentShare };
}

function intervalOf(name: string, samples: readonly number[]): Row {
  const { median, low, high } = medianInterval(samples)!;
  return { [name]: median, [`${name}Low`]: low, [`${name}High`]: high };
}

/** Two threads with ids of their own, and what they must count. */
class ReaderPair {
  readonly #workers: readonly Worker[];
  readonly #ready: Int32Array;
  /** By thread, then by absent and present ids. */
  readonly #counts: readonly (readonly number[])[];

  private constructor(workers: readonly Worker[], ready: Int32Array, counts: number[][]) {
    this.#workers = workers;
    this.#ready = ready;
    this.#counts = counts;
  }

  static async start(members: number, idsAsked: number, draw: Random): Promise<ReaderPair> {
    const lists = [0, 1].map(() => drawLists(members, idsAsked, draw));
    const shared = new SharedFilter({ ...articleShape, readers: lists.length });
    const own = new BloomFilter(articleShape);
    for (const filter of [shared.filter, own]) filter.addMany(firstIds(members));
    const ready = new Int32Array(new SharedArrayBuffer(4));
    const workers = lists.map((some) => {
      const data: ReaderData = { handle: shared.handle, members, lists: some, ready };
      // This module is run compiled, in a process of its own.
      return new Worker(new URL('./reader-thread.js', import.meta.url), { workerData: data });
    });
    const counts = lists.map((some) => some.map((ids) => own.countMany(ids)));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    return new ReaderPair(workers, ready, counts);
  }

  /** @returns nanoseconds from the start of the first thread to the end of the last */
  async ask({ filter, presentShare: list }: Series, threads: readonly number[]): Promise<number> {
    Atomics.store(this.#ready, 0, 0);
    const answers = await Promise.all(
      threads.map(async (thread) => {
        const worker = this.#workers[thread]!;
        const asking: Asking = { filter, list, threads: threads.length };
        worker.postMessage(asking);
        const [asked] = (await once(worker, 'message')) as [Asked];
        const expected = this.#counts[thread]![list];
        if (asked.count !== expected) {
          throw new Error(`${readerNames[filter]} finds ${asked.count} instead of ${expected}`);
        }
        return asked;
      }),
    );
    const starts = answers.map(({ startNs }) => Number(startNs));
    const ends = answers.map(({ endNs }) => Number(endNs));
    return Math.max(...ends) - Math.min(...starts);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function drawLists(members: number, count: number, { below }: Random): Uint32Array[] {
  return [
    Uint32Array.from({ length: count }, () => members + 1 + below(largestId - members)),
    Uint32Array.from({ length: count }, () => 1 + below(members)),
  ];
}
