import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { noCompiler } from '../../src/bench/cpp.ts';
import { compilePlain, PlainFilter } from '../../src/bench/plain-program.ts';
import { firstIds } from '../../src/bench/workloads.ts';
import { SharedFilter } from '../../src/filters/shared.ts';
import { articleFilter } from '../../src/funnel/defences.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { makeTempDir } from '../../src/servers/temp-dir.ts';
import { articleMembers } from './known.ts';
import type { ScanPart } from './scan-thread.ts';

/** Pieces of the scan that take turns, so that both meet the same neighbours on the machine. */
const pieces = 20;

/** A scan: how many ids passed, and how long it took. */
interface Timing {
  readonly fp: number;
  readonly seconds: number;
}

/**
 * Times the scan up to `to` in plain C++ on one core and by our filter, which two threads share, on
 * two, piece by piece in turns. Where there is no C++ compiler, the row says so.
 */
export async function speedPass(to: number, lab: Lab): Promise<Result[]> {
  // Named after this process: should it be killed, the next one removes it.
  const folder = makeTempDir();
  const threads = Math.min(2, availableParallelism());
  const shared = SharedFilter.forCapacity(articleFilter.capacity, articleFilter.p, {
    readers: threads,
  });
  shared.filter.addMany(firstIds(articleMembers));
  // Compiled, the module that a thread runs stands beside this one.
  const thread = new URL('./scan-thread.js', import.meta.url);
  const workers = Array.from({ length: threads }, () => {
    return new Worker(thread, { workerData: shared.handle });
  });
  let plain: PlainFilter | undefined;
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const program = await compilePlain(folder, lab);
    // It is told its size when it runs, as ours is.
    if (program !== undefined) plain = new PlainFilter(program, shared.filter, lab);
    await plain?.fill(1, articleMembers);
    const wasm: Timing[] = [];
    const cpp: Timing[] = [];
    for (const piece of piecesUpTo(to)) {
      if (plain !== undefined) cpp.push(await scanInCpp(plain, piece));
      wasm.push(await scanInThreads(workers, piece, lab));
    }
    const ours = total(wasm);
    const theirs = plain && total(cpp);
    lab.log(speedLine(threads, ours, theirs));
    return [speedRow(to, threads, ours, theirs)];
  } finally {
    plain?.stop();
    await Promise.all(workers.map((worker) => worker.terminate()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function scanInCpp(plain: PlainFilter, { from, to }: ScanPart): Promise<Timing> {
  const { count, ns } = await plain.scan(from, to);
  return { fp: count, seconds: (ns * (to - from + 1)) / 1e9 };
}

async function scanInThreads(workers: Worker[], piece: ScanPart, lab: Lab): Promise<Timing> {
  const startedNs = lab.now();
  const counts = await Promise.all(
    split(piece, workers.length).map(async (part, index) => {
      const worker = workers[index]!;
      worker.postMessage(part);
      const [count] = await once(worker, 'message');
      return count as number;
    }),
  );
  const seconds = Number(lab.now() - startedNs) / 1e9;
  return { fp: counts.reduce((sum, count) => sum + count, 0), seconds };
}

function piecesUpTo(to: number): ScanPart[] {
  return split({ from: articleMembers + 1, to }, pieces);
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

function speedRow(to: number, threads: number, wasm: Timing, cpp: Timing | undefined): Result {
  const row = {
    ...{ pass: 'speed', from: articleMembers + 1, to, fp: wasm.fp, threads },
    wasmSeconds: wasm.seconds,
  };
  if (cpp === undefined) {
    return {
      row: { ...row, cppSeconds: null, ratio: null },
      reasons: { cppSeconds: noCompiler, ratio: noCompiler },
    };
  }
  if (cpp.fp !== wasm.fp) throw new Error(`C++ counts ${cpp.fp} ids, our filter ${wasm.fp}`);
  return { row: { ...row, cppSeconds: cpp.seconds, ratio: wasm.seconds / cpp.seconds } };
}

function speedLine(threads: number, wasm: Timing, cpp: Timing | undefined): string {
  const ours = `the scan takes ${wasm.seconds.toFixed(2)} s on ${threads} cores`;
  if (cpp === undefined) return `${ours}; plain C++: not available here`;
  const part = (wasm.seconds / cpp.seconds).toFixed(2);
  return `${ours}, plain C++ ${cpp.seconds.toFixed(2)} s on one: ${part} of it`;
}
