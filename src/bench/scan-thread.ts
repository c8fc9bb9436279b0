import { parentPort, workerData } from 'node:worker_threads';
import { SharedReader } from '../filters/shared.ts';

/** Ids to count in the filter that this thread was given to read, both ends included. */
export interface ScanPart {
  readonly from: number;
  readonly to: number;
}

const filter = SharedReader.open(workerData);
// Until the compiler of V8 has taken all of it.
filter.countRange(1, 5_000_000);

parentPort?.on('message', ({ from, to }: ScanPart) => {
  parentPort?.postMessage(filter.countRange(from, to));
});
parentPort?.postMessage('ready');
