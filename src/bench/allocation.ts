import { type MedianInterval, medianInterval } from '../stats/median.ts';
import { garbageCollector } from './garbage-collector.ts';

/** How the heap is read and emptied; only tests have others. */
export interface Heap {
  /** Bytes in use. */
  used(): number;
  /** Lets go of young garbage. */
  collect(): void;
}

/** V8's own. */
export function ownHeap(): Heap {
  const collect = garbageCollector();
  return {
    used: () => process.memoryUsage().heapUsed,
    collect: () => collect({ type: 'minor' }),
  };
}

/**
 * Bytes of heap that a run takes, garbage included: by how much the heap grows from a collection
 * on. A run must take less than the young generation has room for at first, which is 1 MiB, or a
 * collection falls into it; the median does without the few in which one does. What the reading and
 * the call of a run take is in it too, and is told by a run that does nothing.
 * @param runs one for each run, to be done once
 */
export async function allocatedBytes(
  runs: readonly (() => void | Promise<void>)[],
  heap: Heap,
): Promise<MedianInterval> {
  const grown: number[] = [];
  for (const run of runs) {
    heap.collect();
    const before = heap.used();
    await run();
    grown.push(heap.used() - before);
  }
  return medianInterval(grown)!;
}
