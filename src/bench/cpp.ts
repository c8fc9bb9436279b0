import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Ends a compiler or a program when the run is interrupted. */
export interface Interruptible {
  readonly signal: AbortSignal;
}

/** Said of what a row lacks where there is no compiler. */
export const noCompiler = 'no C++ compiler: not available here';

/** A program that was compiled, or what the compiler found wrong with it. */
export type Compiled = { readonly program: string } | { readonly refusal: string };

/**
 * Compiles a C++ program within `folder`; `undefined` where there is no compiler.
 * @param flags such as `-O3`
 */
export async function compileCpp(
  source: { readonly name: string; readonly text: string; readonly flags: readonly string[] },
  folder: string,
  { signal }: Interruptible,
): Promise<Compiled | undefined> {
  const program = join(folder, source.name);
  const file = `${program}.cpp`;
  await writeFile(file, source.text);
  try {
    // A compiler that is ended leaves its own files behind: there, they go with the folder.
    const env = { ...process.env, LC_ALL: 'C', TMPDIR: folder };
    await execute('c++', [...source.flags, '-o', program, file], { signal, env });
    return { program };
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') return undefined;
    // Any other code that is no number is not the compiler's answer.
    if (typeof code !== 'number') throw error;
    const line = stderr?.split('\n').find((one) => one.includes('error:')) ?? '';
    return { refusal: line.replace(/^.*error: /, '') };
  }
}

/** What a program prints, split at white space. */
export async function runCpp(
  program: string,
  words: readonly string[],
  { signal }: Interruptible,
): Promise<string[]> {
  const { stdout } = await execute(program, words, { signal });
  return stdout.trim().split(/\s+/);
}
