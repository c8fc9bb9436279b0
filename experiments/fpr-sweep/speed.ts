import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { articleMembers } from './known.ts';
import { plainScan } from './plain-scan.ts';
import type { ScanPart } from './scan-thread.ts';

const run = promisify(execFile);
const rounds = 3;

/** A scan: how many ids passed, and how long it took. */
interface Timing {
  readonly fp: number;
  readonly seconds: number;
}

/**
 * Times the scan up to `to` in plain C++ on one core and by our filter on two, in turns. One row a
 * round; where there is no C++ compiler, one row that says so.
 */
export async function speedPass(to: number, lab: Lab): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'funnel-lab-cpp-'));
  const threads = Math.min(2, availableParallelism());
  // Compiled, the module that a thread runs stands beside this one.
  const program = new URL('./scan-thread.js', import.meta.url);
  const workers = Array.from({ length: threads }, () => new Worker(program));
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const scan = join(folder, 'scan');
    const compiled = await compile(folder, scan, lab);
    const results: Result[] = [];
    for (let round = 0; round < (compiled ? rounds : 1); round++) {
      const cpp = compiled ? await scanInCpp(scan, to, lab) : undefined;
      const wasm = await scanInThreads(workers, to, lab);
      results.push(speedRow(to, threads, wasm, cpp));
      lab.log(speedLine(threads, wasm, cpp));
    }
    return results;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function compile(folder: string, scan: string, { signal }: Lab): Promise<boolean> {
  const source = join(folder, 'scan.cpp');
  await writeFile(source, plainScan);
  try {
    await run('c++', ['-O3', '-march=native', '-o', scan, source], { signal });
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

async function scanInCpp(scan: string, to: number, { signal }: Lab): Promise<Timing> {
  const { stdout } = await run(scan, [String(to)], { signal });
  const [fp, seconds] = stdout.trim().split(' ').map(Number);
  return { fp: fp!, seconds: seconds! };
}

async function scanInThreads(workers: Worker[], to: number, lab: Lab): Promise<Timing> {
  const share = Math.ceil((to - articleMembers) / workers.length);
  const startedNs = lab.now();
  const counts = await Promise.all(
    workers.map(async (worker, index) => {
      const from = articleMembers + 1 + index * share;
      worker.postMessage({ from, to: Math.min(to, from + share - 1) } satisfies ScanPart);
      const [count] = await once(worker, 'message');
      return count as number;
    }),
  );
  const seconds = Number(lab.now() - startedNs) / 1e9;
  return { fp: counts.reduce((sum, count) => sum + count, 0), seconds };
}

function speedRow(to: number, threads: number, wasm: Timing, cpp: Timing | undefined): Result {
  const row = {
    ...{ pass: 'speed', from: articleMembers + 1, to, fp: wasm.fp, threads },
    wasmSeconds: wasm.seconds,
  };
  if (cpp === undefined) {
    const reason = 'no C++ compiler: not available here';
    return {
      row: { ...row, cppSeconds: null, ratio: null },
      reasons: { cppSeconds: reason, ratio: reason },
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
