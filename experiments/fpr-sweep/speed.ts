import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { makeTempDir } from '../../src/servers/temp-dir.ts';
import { compileCpp, noCompiler, runCpp } from '../cpp.ts';
import { articleMembers } from './known.ts';
import { plainScan } from './plain-scan.ts';
import type { ScanPart } from './scan-thread.ts';

/** Pieces of the scan that take turns, so that both meet the same neighbours on the machine. */
const pieces = 20;

/** A scan: how many ids passed, and how long it took. */
interface Timing {
  readonly fp: number;
  readonly seconds: number;
}

/**
 * Times the scan up to `to` in plain C++ on one core and by our filter on two, piece by piece in
 * turns. Where there is no C++ compiler, the row says so.
 */
export async function speedPass(to: number, lab: Lab): Promise<Result[]> {
  // Named after this process: should it be killed, the next one removes it.
  const folder = makeTempDir();
  const threads = Math.min(2, availableParallelism());
  // Compiled, the module that a thread runs stands beside this one.
  const program = new URL('./scan-thread.js', import.meta.url);
  const workers = Array.from({ length: threads }, () => new Worker(program));
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const scan = await compiledScan(folder, lab);
    const wasm: Timing[] = [];
    const cpp: Timing[] = [];
    for (const piece of piecesUpTo(to)) {
      if (scan !== undefined) cpp.push(await scanInCpp(scan, piece, lab));
      wasm.push(await scanInThreads(workers, piece, lab));
    }
    const ours = total(wasm);
    const plain = scan !== undefined ? total(cpp) : undefined;
    lab.log(speedLine(threads, ours, plain));
    return [speedRow(to, threads, ours, plain)];
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function compiledScan(folder: string, lab: Lab): Promise<string | undefined> {
  const source = { name: 'scan', text: plainScan, flags: ['-O3', '-march=native'] };
  const compiled = await compileCpp(source, folder, lab);
  if (compiled === undefined) return undefined;
  if ('refusal' in compiled) throw new Error(`the scan does not compile: ${compiled.refusal}`);
  return compiled.program;
}

async function scanInCpp(scan: string, { from, to }: ScanPart, lab: Lab): Promise<Timing> {
  const [fp, seconds] = (await runCpp(scan, [String(from), String(to)], lab)).map(Number);
  return { fp: fp!, seconds: seconds! };
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
