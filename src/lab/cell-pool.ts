import { Worker } from 'node:worker_threads';
import { type ExitCode, LabError } from '../errors.ts';
import type { Result } from './experiment.ts';

/** A cell by name, as plain data: another thread makes it anew from its experiment's parameters. */
export interface CellJob {
  readonly seed: string;
  readonly experimentId: string;
  readonly parameters: object;
  readonly cellKey: string;
}

/** What a thread answers to a job: lines while it works, then an end. */
export type CellReply =
  | { readonly type: 'log'; readonly line: string }
  | { readonly type: 'done'; readonly results: readonly Result[] }
  | {
      readonly type: 'failed';
      readonly message: string;
      readonly stack: string | undefined;
      /** Of a `LabError`, which is no longer one when it comes out of another thread. */
      readonly exitCode: ExitCode | undefined;
    };

/** Does pure cells beside each other, in other threads. */
export interface CellPool {
  /** How many cells it may be given at once. */
  readonly threads: number;
  /** The rows of one cell. Rejects with the error of the cell, or of the thread that was ended. */
  run(job: CellJob, log: (line: string) => void): Promise<readonly Result[]>;
  /** Ends all threads at once, in the middle of what they do. The pool can be used again. */
  close(): Promise<void>;
}

/** Worker threads of this process: they end with it, whatever ends it. */
export class ThreadPool implements CellPool {
  readonly threads: number;
  readonly #entry: URL;
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];

  /** @param entry a compiled module that calls `serveCells` */
  constructor(entry: URL, threads: number) {
    this.#entry = entry;
    this.threads = threads;
  }

  async run(job: CellJob, log: (line: string) => void): Promise<readonly Result[]> {
    const worker = this.#idle.pop() ?? this.#start();
    const results = await converse(worker, job, log);
    this.#idle.push(worker);
    return results;
  }

  #start(): Worker {
    const worker = new Worker(this.#entry);
    this.#all.add(worker);
    return worker;
  }

  async close(): Promise<void> {
    const workers = [...this.#all];
    this.#all.clear();
    this.#idle.length = 0;
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function converse(
  worker: Worker,
  job: CellJob,
  log: (line: string) => void,
): Promise<readonly Result[]> {
  return new Promise((resolve, reject) => {
    const exited = () => reject(new Error(`the thread of cell ${job.cellKey} was ended`));
    const answered = (reply: CellReply) => {
      if (reply.type === 'log') return log(reply.line);
      worker.off('message', answered).off('error', reject).off('exit', exited);
      return reply.type === 'done' ? resolve(reply.results) : reject(errorOf(reply));
    };
    worker.on('message', answered).on('error', reject).on('exit', exited);
    worker.postMessage(job);
  });
}

function errorOf({ message, stack, exitCode }: CellReply & { type: 'failed' }): Error {
  if (exitCode !== undefined) return new LabError(exitCode, message);
  return Object.assign(new Error(message), { stack });
}
