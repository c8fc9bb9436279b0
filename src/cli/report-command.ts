import { ExitCode } from '../errors.ts';
import { unlessAborted } from '../lab/abort.ts';
import { findRun, listRuns, readRun } from '../lab/run-store.ts';
import type { Context } from './context.ts';
import { makeTarget, referenceFolder, reportRoot, resultsRoot } from './folders.ts';
import { storedReport } from './stored-report.ts';

/** Draws the report of a stored run again: the one named, else the newest, else the reference. */
export async function reportCommand(
  run: string | undefined,
  options: { readonly out?: string },
  context: Context,
): Promise<ExitCode> {
  const root = resultsRoot(context.cwd);
  const reference = referenceFolder(context.cwd);
  const folder = run === undefined ? (listRuns(root)[0] ?? reference) : findRun(root, run);
  if (run === undefined && folder === reference) {
    context.stderr.write('No run is stored yet; this is the reference.\n');
  }
  const target = options.out === undefined ? undefined : resultsRoot(context.cwd, options.out);
  context.stdout.write(`${await drawReport(folder, context, target)}\n`);
  return ExitCode.done;
}

/** Writes the page of a stored run and answers its path. */
export async function drawReport(
  runFolder: string,
  context: Context,
  target = reportRoot(context.cwd, runFolder),
): Promise<string> {
  const record = readRun(runFolder);
  makeTarget(target);
  const report = storedReport(record, runFolder, context.experiments, context.ledger);
  return unlessAborted(context.writeReport(report, target), context.signal);
}
