import { parentPort } from 'node:worker_threads';
import { filterOfFirst } from './census.ts';
import { articleMembers } from './known.ts';

/** Ids to count in article S0's filter, both ends included. */
export interface ScanPart {
  readonly from: number;
  readonly to: number;
}

const filter = filterOfFirst(articleMembers, 500_000, 0.001);
// Until the compiler of V8 has taken all of it.
filter.countRange(1, 5_000_000);

parentPort?.on('message', ({ from, to }: ScanPart) => {
  parentPort?.postMessage(filter.countRange(from, to));
});
parentPort?.postMessage('ready');
