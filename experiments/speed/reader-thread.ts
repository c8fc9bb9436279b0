import { parentPort, workerData } from 'node:worker_threads';
import { firstIds } from '../../src/bench/workloads.ts';
import { BloomFilter } from '../../src/filters/bloom.ts';
import { type SharedHandle, SharedReader } from '../../src/filters/shared.ts';

/** What a thread is made with. */
export interface ReaderData {
  /** The filter that all threads read; it holds the ids 1 … `members`. */
  readonly handle: SharedHandle;
  readonly members: number;
  /** The ids that the thread asks for: a list of absent ones, a list of present ones. */
  readonly lists: readonly Uint32Array[];
  /** A cell that counts the threads that are about to begin. */
  readonly ready: Int32Array;
}

/** What the thread is to ask, and how many threads ask at once. */
export interface Asking {
  readonly filter: 'shared' | 'own';
  readonly list: number;
  readonly threads: number;
}

export interface Asked {
  readonly startNs: bigint;
  readonly endNs: bigint;
  /** How many of the ids are maybe present. */
  readonly count: number;
}

/** Looks at `ready`: some ten seconds, which no thread takes to begin. */
const mostLooks = 2 ** 31;

const { handle, members, lists, ready } = workerData as ReaderData;
const own = new BloomFilter(handle);
own.addMany(firstIds(members));
const filters = { shared: SharedReader.open(handle), own };
const answers = new Uint8Array(Math.max(...lists.map(({ length }) => length)));

parentPort?.on('message', ({ filter, list, threads }: Asking) => {
  const ids = lists[list]!;
  Atomics.add(ready, 0, 1);
  awaitOthers(threads);
  const startNs = process.hrtime.bigint();
  filters[filter].hasMany(ids, answers);
  const endNs = process.hrtime.bigint();
  const count = answers.subarray(0, ids.length).reduce((sum, answer) => sum + answer, 0);
  parentPort?.postMessage({ startNs, endNs, count } satisfies Asked);
});
parentPort?.postMessage('made');

/** Stays awake, for a sleeping thread would begin some ten microseconds late. */
function awaitOthers(threads: number): void {
  for (let looks = 0; looks < mostLooks; looks++) {
    if (Atomics.load(ready, 0) >= threads) return;
  }
  throw new Error(`only ${Atomics.load(ready, 0)} of ${threads} threads have begun to ask`);
}
