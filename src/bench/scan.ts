import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SharedFilter } from '../filters/shared.ts';
import type { Interruptible } from './cpp.ts';
import { articleShape } from './measure-variants.ts';
import { PlainFilter } from './plain-program.ts';
import type { ScanPart } from './scan-thread.ts';
import { firstIds } from './workloads.ts';

export interface ScanOptions extends Interruptible {
  /** Ids in article S0's filter, from 1; the ids after them are scanned. */
  readonly members: number;
  /** The last id of the scan. */
  readonly to: number;
  /** The program of `compilePlain`, where there is a compiler. */
  readonly plain: string | undefined;
  /** Monotonic nanoseconds. */
  now(): bigint;
}

/** A scan by our filter on so many threads, and by plain C++ on one where it is available. */
export interface Scan {
  /** Absent ids that passed; both count the same. */
  readonly fp: number;
  readonly threads: number;
  readonly seconds: number;
  readonly plainSeconds: number | undefined;
}

/** Threads that scan, where there are cores for them. */
const mostThreads = 2;

/** Pieces of the scan that take turns, so that both meet the same neighbours on the machine. */
const pieces = 20;

// The compiled module, also where this one is run from its source, as tests do.
const thread = fileURLToPath(import.meta.resolve('#dist/src/bench/scan-thread.js'));

interface Timing {
  readonly fp: number;
  readonly seconds: number;
}

/**
 * Times the scan of the absent ids up to `to`, piece by piece in turns: in plain C++ on one core
 * and by our filter, which two threads share, on two. @throws Error where they count differently
 */
export async function timeScan(options: ScanOptions): Promise<Scan> {
  const { members, to, plain: program, now } = options;
  const threads = Math.min(mostThreads, availableParallelism());
  const shared = new SharedFilter({ ...articleShape, readers: threads });
  shared.filter.addMany(firstIds(members));
  const workerData = shared.handle;
  const workers = Array.from({ length: threads }, () => new Worker(thread, { workerData }));
  let plain: PlainFilter | undefined;
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    if (program !== undefined) plain = new PlainFilter(program, articleShape, options);
    await plain?.fill(1, members);
    const ours: Timing[] = [];
    const theirs: Timing[] = [];
    for (const piece of split({ from: members + 1, to }, pieces)) {
      if (plain !== undefined) theirs.push(await scanInCpp(plain, piece));
      ours.push(await scanInThreads(workers, piece, now));
    }
    const { fp, seconds } = total(ours);
    if (plain === undefined) return { fp, threads, seconds, plainSeconds: undefined };
    const other = total(theirs);
    if (other.fp !== fp) throw new Error(`C++ counts ${other.fp} ids, our filter ${fp}`);
    return { fp, threads, seconds, plainSeconds: other.seconds };
  } finally {
    plain?.stop();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

async function scanInCpp(plain: PlainFilter, { from, to }: ScanPart): Promise<Timing> {
  const { count, ns } = await plain.scan(from, to);
  return { fp: count, seconds: (ns * (to - from + 1)) / 1e9 };
}

async function scanInThreads(
  workers: readonly Worker[],
  piece: ScanPart,
  now: ScanOptions['now'],
): Promise<Timing> {
  const startedNs = now();
  const counts = await Promise.all(
    split(piece, workers.length).map(async (part, index) => {
      const worker = workers[index]!;
      worker.postMessage(part);
      const [count] = await once(worker, 'message');
      return count as number;
    }),
  );
  const seconds = Number(now() - startedNs) / 1e9;
  return { fp: counts.reduce((sum, count) => sum + count, 0), seconds };
}

function split({ from, to }: ScanPart, parts: number): ScanPart[] {
  const share = Math.ceil((to - from + 1) / parts);
  return Array.from({ length: parts }, (_, index) => {
    const start = from + index * share;
    return { from: start, to: Math.min(to, start + share - 1) };
  });
}

function total(timings: readonly Timing[]): Timing {
  return timings.reduce((sum, { fp, seconds }) => ({
    fp: sum.fp + fp,
    seconds: sum.seconds + seconds,
  }));
}
