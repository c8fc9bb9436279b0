import { parentPort, workerData } from 'node:worker_threads';
import {
  awaited,
  cells,
  meet,
  newIdOf,
  type ReadingTask,
  raise,
  rounds,
  swaps,
  turns,
} from './meeting.test.fixture.ts';
import { SharedReader } from './shared.ts';

const { kind, handle, meeting, index, ids, answers } = workerData as ReadingTask;

/** Asks until the other thread has asked as often: both are inside of batches all the while. */
function ask(): number {
  const reader = SharedReader.open(handle);
  const out = new Uint8Array(ids.length);
  let wrong = 0;
  meet(meeting);
  for (
    let round = 1;
    Atomics.load(meeting, cells.done + 1 - index) < rounds || round <= rounds;
    round++
  ) {
    if (Buffer.compare(reader.hasMany(ids, out), answers) !== 0) wrong++;
    Atomics.store(meeting, cells.done + index, round);
  }
  return wrong;
}

/** Asks until the last swap was announced. An id that came with an announced one must be there. */
function follow(): number {
  const reader = SharedReader.open(handle);
  let wrong = 0;
  let announced = 0;
  meet(meeting);
  while (announced < swaps) {
    announced = Atomics.load(meeting, cells.announced);
    if (!reader.has(newIdOf(announced))) wrong++;
    if (reader.countMany(ids) !== ids.length) wrong++;
    if (announced <= awaited) raise(meeting, cells.done + index, announced);
  }
  return wrong;
}

/** Takes turns with the other thread at the one place. @returns how often both had it */
function open(): number {
  let wrong = 0;
  meet(meeting);
  while (Atomics.load(meeting, cells.done) < turns) {
    const reader = openedReader();
    if (reader === undefined) continue;
    if (Atomics.add(meeting, cells.holders, 1) !== 0) wrong++;
    // Long enough that another one would meet this one.
    reader.countRange(0, 50_000);
    Atomics.sub(meeting, cells.holders, 1);
    Atomics.add(meeting, cells.done, 1);
    reader.close();
  }
  return wrong;
}

function openedReader(): SharedReader | undefined {
  try {
    return SharedReader.open(handle);
  } catch {
    return undefined;
  }
}

parentPort?.postMessage({ ask, follow, open }[kind]());
