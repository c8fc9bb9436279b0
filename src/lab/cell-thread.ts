import { type MessagePort, parentPort } from 'node:worker_threads';
import { LabError } from '../errors.ts';
import type { CellJob, CellReply } from './cell-pool.ts';
import { cellRandom } from './cell-random.ts';
import type { Experiment, Lab, Result } from './experiment.ts';
import type { Stage } from './stage.ts';

/**
 * Makes this worker thread do the pure cells of `experiments` that a {@link CellPool} sends it,
 * one after the other. Throws a `TypeError` outside a worker thread.
 */
export function serveCells(experiments: readonly Experiment[]): void {
  const port = parentPort;
  if (port === null) throw new TypeError('cells are served in a worker thread only');
  const reply = (message: CellReply) => port.postMessage(message);
  port.on('message', async (job: CellJob) => {
    try {
      reply({ type: 'done', results: await runJob(job, experiments, port) });
    } catch (error) {
      const known = error instanceof Error ? error : new Error(String(error));
      const exitCode = known instanceof LabError ? known.exitCode : undefined;
      reply({ type: 'failed', message: known.message, stack: known.stack, exitCode });
    }
  });
}

async function runJob(
  { seed, experimentId, parameters, cellKey }: CellJob,
  experiments: readonly Experiment[],
  port: MessagePort,
): Promise<readonly Result[]> {
  const experiment = experiments.find(({ id }) => id === experimentId);
  const cell = experiment?.cells(parameters).find(({ key }) => key === cellKey);
  if (experiment === undefined || cell === undefined) {
    throw new TypeError(`there is no cell ${experimentId}/${cellKey}`);
  }
  const lab: Lab = {
    seed,
    random: cellRandom(seed, experimentId, cellKey),
    now: () => process.hrtime.bigint(),
    stage: noServers,
    // An interruption ends the thread.
    signal: new AbortController().signal,
    log: (line) => port.postMessage({ type: 'log', line } satisfies CellReply),
  };
  return experiment.run(cell, lab, parameters);
}

async function refuse(): Promise<never> {
  throw new TypeError('a pure cell has no servers');
}

const noServers: Stage = { scene: refuse, freshRedis: refuse, privateMysql: refuse };
