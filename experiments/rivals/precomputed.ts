import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BloomFilter } from '../../src/filters/bloom.ts';
import { articleFilter } from '../../src/funnel/defences.ts';

/** Absent ids to try in the filter of the ids 1 … `skus`, both ends included. */
export interface ScanPart {
  readonly skus: number;
  readonly from: number;
  readonly to: number;
}

/** Parts of a scan, each in a thread of its own. */
const threads = 2;

/** A short scan is done before a thread would have started. */
const shortScan = 50_000_000;

/** Cells that follow in one process find what the first has searched for. */
const found = new Map<string, Promise<readonly number[]>>();

/**
 * The ids above `skus` and up to `scanTo` that article S0's filter of the ids 1 … `skus` lets
 * through: what an attacker works out from the published scheme, without one request.
 * @throws the signal's reason when it is aborted before the ids are found
 */
export function falsePositives(
  skus: number,
  scanTo: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const name = `${skus} ${scanTo}`;
  const known = found.get(name) ?? search(skus, scanTo, signal);
  found.set(name, known);
  return known;
}

async function search(skus: number, scanTo: number, signal: AbortSignal): Promise<number[]> {
  const all = { skus, from: skus + 1, to: scanTo };
  if (scanTo < shortScan) return scan(all);
  const step = Math.ceil((scanTo - skus) / threads);
  const parts = Array.from({ length: threads }, (_, index) => {
    const from = skus + 1 + index * step;
    return { skus, from, to: Math.min(from + step - 1, scanTo) };
  });
  return (await Promise.all(parts.map((part) => inThread(part, signal)))).flat();
}

async function inThread(part: ScanPart, signal: AbortSignal): Promise<number[]> {
  // Compiled, the thread's module stands beside this one.
  const worker = new Worker(new URL('./scan-thread.js', import.meta.url), { workerData: part });
  try {
    const [ids] = await once(worker, 'message', { signal });
    return ids;
  } finally {
    await worker.terminate();
  }
}

/** What passes in one part. */
export function scan({ skus, from, to }: ScanPart): number[] {
  const filter = BloomFilter.forCapacity(Math.max(articleFilter.capacity, skus), articleFilter.p);
  for (let id = 1; id <= skus; id++) filter.add(id);
  return filter.findRange(from, to, 1_000_000).map(Number);
}
