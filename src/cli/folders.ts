import { dirname, join, resolve } from 'node:path';
import { usageError } from '../errors.ts';
import { makeFolder } from '../lab/files.ts';
import { referenceName } from '../lab/run-store.ts';

/** Where runs are kept: `results`, or the folder that `--out` names. */
export function resultsRoot(cwd: string, out?: string): string {
  return out === undefined ? join(cwd, 'results') : resolve(cwd, out);
}

/** The run that a fresh clone brings along. */
export function referenceFolder(cwd: string): string {
  return join(resultsRoot(cwd), referenceName);
}

/**
 * Where the report of a run goes: `report/` beside `results/`; for a run that lies elsewhere
 * (`--out`) into the same place as the run, so that all it writes is below the folder named.
 */
export function reportRoot(cwd: string, runFolder: string): string {
  const root = dirname(runFolder);
  return root === resultsRoot(cwd) ? join(cwd, 'report') : join(root, 'report');
}

/** Makes the folder for what an option promises to write, before any work is done. */
export function makeTarget(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}
