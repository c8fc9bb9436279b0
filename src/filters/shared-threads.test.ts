import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { BloomFilter } from './bloom.ts';
import {
  awaitAtLeast,
  awaited,
  cells,
  newIdOf,
  newMeeting,
  type ReadingTask,
  raise,
  swaps,
} from './meeting.test.fixture.ts';
import { SharedFilter } from './shared.ts';

// Each test has two threads, which wait for one another before they begin.

const thread = pathToFileURL('dist/src/filters/reading-thread.test.fixture.js');

/** Starts a thread. @returns its answer */
async function start(task: ReadingTask): Promise<number> {
  const worker = new Worker(thread, { workerData: task });
  onTestFinished(async () => {
    await worker.terminate();
  });
  const [answer] = await once(worker, 'message');
  return answer;
}

function idsFrom(first: number, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => first + i);
}

const both = [0, 1] as const;

test('two threads that ask at once get the answers that each gets alone', async () => {
  const own = BloomFilter.forCapacity(50_000, 0.01);
  const shared = SharedFilter.forCapacity(50_000, 0.01, { readers: 2 });
  for (const filter of [own, shared.filter]) filter.addMany(idsFrom(1, 50_000));
  const meeting = newMeeting();
  // Half of one thread's ids are present, all of the other's: no answer is right for both.
  const lists = [idsFrom(48_000, 4000), idsFrom(1000, 4000)];
  const wrong = both.map((index) => {
    const ids = lists[index]!;
    const answers = own.hasMany(ids);
    return start({ kind: 'ask', handle: shared.handle, meeting, index, ids, answers });
  });
  expect(await Promise.all(wrong)).toEqual([0, 0]);
});

test('no swap hides an id that is in both filters, and each shows the new ids', async () => {
  const always = idsFrom(1, 5000);
  const shared = SharedFilter.forCapacity(10_000, 1e-9, { readers: 2 });
  const fill = (filter: BloomFilter, swap: number) => {
    filter.addMany(always);
    for (let earlier = 0; earlier <= swap; earlier++) filter.add(newIdOf(earlier));
  };
  fill(shared.filter, 0);
  const meeting = newMeeting();
  const task = { kind: 'follow', handle: shared.handle, meeting, ids: always } as const;
  const wrong = both.map((index) => start({ ...task, index, answers: new Uint8Array() }));
  for (let swap = 1; swap <= swaps; swap++) {
    fill(shared.rebuild(), swap);
    shared.swap();
    raise(meeting, cells.announced, swap);
    // Then as fast as it goes, so that filters are emptied while they are read.
    if (swap <= awaited) for (const index of both) awaitAtLeast(meeting, cells.done + index, swap);
  }
  expect(await Promise.all(wrong)).toEqual([0, 0]);
});

test('two threads that fight for one place never have it both', async () => {
  const { handle } = new SharedFilter({ bits: 8, hashes: 1, readers: 1 });
  const task = { kind: 'open', handle, meeting: newMeeting(), ids: new Uint32Array() } as const;
  const wrong = both.map((index) => start({ ...task, index, answers: new Uint8Array() }));
  expect(await Promise.all(wrong)).toEqual([0, 0]);
});
