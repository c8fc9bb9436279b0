import { expect, test } from 'vitest';
import { allocatedBytes } from './allocation.ts';

/** A heap of numbers: what is put into it stays until it is emptied. */
function toyHeap() {
  let used = 0;
  return {
    heap: {
      used: () => used,
      collect: () => {
        used = 0;
      },
    },
    take: (bytes: number) => {
      used += bytes;
    },
  };
}

test('what a run leaves on the heap is counted, garbage included', async () => {
  const { heap, take } = toyHeap();
  const runs = [10, 30, 20].map((bytes) => async () => {
    await Promise.resolve();
    take(bytes);
  });
  expect(await allocatedBytes(runs, heap)).toMatchObject({ median: 20, low: 10, high: 30 });
});

test('a collection during one run of many is left out', async () => {
  const { heap, take } = toyHeap();
  const runs = Array.from({ length: 21 }, (_, index) => () => {
    take(1_000);
    if (index === 7) heap.collect();
  });
  expect(await allocatedBytes(runs, heap)).toMatchObject({ median: 1_000, low: 1_000 });
});
