import { toy, toyStage } from '../lab/toy.test.fixture.ts';
import { runProcess } from './run-process.ts';

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
    setImmediate(() => {
      throw new Error('stray error');
    });
    return new Promise(() => {});
  },
});

/** The command line over toy experiments, for tests that need a process of its own. */
await runProcess({
  experiments: [toy(), hanging, stray],
  ledger: [],
  createStage: toyStage,
  writeReport: async (_, folder) => folder,
});
