import { setImmediate } from 'node:timers/promises';
import { ThreadPool } from '../lab/cell-pool.ts';
import { endlessToy } from '../lab/pure-toys.test.fixture.ts';
import { toy, toyStage } from '../lab/toy.test.fixture.ts';
import { runProcess } from './run-process.ts';

/** Comes back to the event loop, where errors of streams are told. */
const plain = toy({
  run: async (cell, lab, values) => {
    await setImmediate();
    return toy().run(cell, lab, values);
  },
});

/** The second cell never ends, and is deaf to the signal; an open handle would keep the process. */
const hanging = toy({
  id: 'hanging',
  run: async (cell, lab, values) => {
    if (cell.n === 1) {
      return toy().run(cell, lab, values);
    }
    lab.log('the second cell hangs');
    return new Promise(() => setInterval(() => {}, 1000));
  },
});

/** Throws where nobody awaits it, as a socket's late error does. */
const stray = toy({
  id: 'stray',
  run: () => {
    queueMicrotask(() => {
      throw new Error('stray error');
    });
    return new Promise(() => {});
  },
});

/** The command line over toy experiments, for tests that need a process of its own. */
await runProcess({
  experiments: [plain, hanging, stray, endlessToy],
  ledger: [],
  createStage: toyStage,
  writeReport: async (_, folder) => folder,
  pool: new ThreadPool(new URL('../lab/toy-thread.test.fixture.js', import.meta.url), 2),
});
