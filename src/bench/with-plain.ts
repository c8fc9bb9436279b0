import { rmSync } from 'node:fs';
import { makeTempDir } from '../servers/temp-dir.ts';
import type { Interruptible } from './cpp.ts';
import { compilePlain } from './plain-program.ts';

/**
 * Does something with the program of the plain filter in C++, `undefined` where there is no
 * compiler; it is gone afterwards. @throws the signal's reason when it is aborted
 *
 * @param compile another compiler; only tests have one
 */
export async function withPlain<T>(
  { signal }: Interruptible,
  use: (plain: string | undefined) => Promise<T>,
  compile = compilePlain,
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
