import { parentPort, workerData } from 'node:worker_threads';
import { BloomFilter } from '../filters/bloom.ts';
import type { Shape } from '../filters/sizing.ts';
import { firstIds } from './workloads.ts';

/** Ids to count, both ends included. */
export interface ScanPart {
  readonly from: number;
  readonly to: number;
}

/** The filter that a thread scans, which holds the ids 1 … `members`. */
export interface ScanTask {
  readonly shape: Shape;
  readonly members: number;
}

const { shape, members } = workerData as ScanTask;
const filter = new BloomFilter(shape);
filter.addMany(firstIds(members));
// Until the compiler of V8 has taken all of it.
filter.countRange(1, 5_000_000);

parentPort?.on('message', ({ from, to }: ScanPart) => {
  parentPort?.postMessage(filter.countRange(from, to));
});
parentPort?.postMessage('ready');
