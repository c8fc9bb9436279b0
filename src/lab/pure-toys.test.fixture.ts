import { usageError } from '../errors.ts';
import { toy, toyRows } from './toy.test.fixture.ts';

const quick = toy().presets.quick;

/** Pure cells; they log that they begin. */
export const pureToy = toy({
  id: 'pure',
  cells: ({ sizes }) => sizes.map((n) => ({ key: `size/${n}`, seconds: n, n, pure: true })),
  run: async (cell, lab, values) => {
    lab.log(`${cell.key} begins`);
    return toyRows(cell, lab, values);
  },
});

/** What the second of two cells throws is named by `label`. */
export const failingToy = toy({
  ...pureToy,
  id: 'failing',
  presets: { smoke: quick, quick: { ...quick, label: 'user' }, full: quick },
  run: async (cell, lab, values) => {
    if (cell.n !== 2) return toyRows(cell, lab, values);
    throw values.label === 'user' ? usageError('n is 2') : new Error('out of ideas');
  },
});

/** A loop without end or pause in its second cell, as in a WASM function that takes too long. */
export const endlessToy = toy({
  ...pureToy,
  id: 'endless',
  run: async (cell, lab, values) => {
    if (cell.n !== 2) return toyRows(cell, lab, values);
    lab.log('the loop begins');
    for (;;);
  },
});

/**
 * Each cell waits for another one to begin, so that they end only when they run beside each other.
 * `values` bring the counter along: parameters are handed to threads as they are.
 */
export const meetingToy = toy({
  ...pureToy,
  id: 'meeting',
  run: async (cell, lab, values) => {
    const { counter } = values as typeof values & { counter: Int32Array<SharedArrayBuffer> };
    const here = Atomics.add(counter, 0, 1) + 1;
    Atomics.notify(counter, 0);
    if (here < 2) Atomics.wait(counter, 0, here);
    return toyRows(cell, lab, values);
  },
});
