import { rmSync } from 'node:fs';
import { measureApart } from '../../experiments/speed/job.ts';
import type { Interruptible } from '../bench/cpp.ts';
import { compilePlain } from '../bench/plain-program.ts';
import { makeTempDir } from '../servers/temp-dir.ts';

/** What compiles and what measures; a test hands in its own. */
export interface BenchParts {
  readonly compile: typeof compilePlain;
  readonly measure: typeof measureApart;
}

export const benchParts: BenchParts = { compile: compilePlain, measure: measureApart };

/**
 * Does something with the program of the plain filter in C++, `undefined` where there is no
 * compiler; it is gone afterwards.
 */
export async function withPlain<T>(
  { compile }: BenchParts,
  { signal }: Interruptible,
  use: (plain: string | undefined) => Promise<T>,
): Promise<T> {
  // Named after this process: should it be killed, the next one removes it.
  const folder = makeTempDir();
  try {
    return await use(await compile(folder, { signal }));
  } catch (error) {
    // What an interruption breaks is no fault of ours.
    signal.throwIfAborted();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
