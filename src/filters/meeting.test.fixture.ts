import type { SharedHandle } from './shared.ts';

/** What a thread that reads is told, and cells by which threads wait for one another. */
export interface ReadingTask {
  readonly kind: 'ask' | 'follow' | 'open';
  readonly handle: SharedHandle;
  readonly meeting: Int32Array;
  /** Which of the two threads it is. */
  readonly index: 0 | 1;
  /** Ids that it asks for, and what it must hear: in `follow` that all are there. */
  readonly ids: Uint32Array;
  readonly answers: Uint8Array;
}

export const cells = { arrived: 0, announced: 1, done: 2, holders: 4 } as const;

/** How often each of two threads asks, at least. */
export const rounds = 300;
/** How often one of them has the only place, in all. */
export const turns = 500;
/** Swaps that both threads are awaited at, and those after which nobody waits. */
export const awaited = 20;
export const swaps = 220;
/** The id that comes with each of the swaps and stays. */
export const newIdOf = (swap: number) => 1_000_000 + swap;

export function newMeeting(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(20));
}

/** Goes on when both threads are here. */
export function meet(meeting: Int32Array): void {
  Atomics.add(meeting, cells.arrived, 1);
  Atomics.notify(meeting, cells.arrived);
  awaitAtLeast(meeting, cells.arrived, 2);
}

export function raise(meeting: Int32Array, cell: number, value: number): void {
  Atomics.store(meeting, cell, value);
  Atomics.notify(meeting, cell);
}

/** Sleeps until the cell has come so far. @throws Error when nothing happens for ten seconds */
export function awaitAtLeast(meeting: Int32Array, cell: number, least: number): void {
  for (;;) {
    const value = Atomics.load(meeting, cell);
    if (value >= least) return;
    if (Atomics.wait(meeting, cell, value, 10_000) === 'timed-out') {
      throw new Error(`cell ${cell} has stayed at ${value}, below ${least}`);
    }
  }
}
