import { dirname, join, resolve } from 'node:path';
import { ExitCode, LabError, usageError } from '../errors.ts';
import { gateAlpha } from '../gate/bounds.ts';
import { defaultPlan, type OwnParameters, ownPlan } from '../gate/cells.ts';
import { type Check, exitCodeOf } from '../gate/check.ts';
import { type GoldenVerdict, judgeGolden, runGate } from '../gate/gate.ts';
import { junitXml } from '../gate/junit.ts';
import { markdown } from '../gate/markdown.ts';
import { type Reference, readReference, writeReference } from '../gate/reference.ts';
import type { GateReport } from '../gate/report.ts';
import { bloomSubject, type Subject } from '../gate/subject.ts';
import { appendToFile, replaceFile } from '../lab/files.ts';
import { ownParametersOf } from './check-settings.ts';
import { jsonCheck, textCheck } from './check-summary.ts';
import type { Context } from './context.ts';
import { makeTarget, referenceFolder } from './folders.ts';
import { shellWord } from './shell-word.ts';

export interface CheckOptions {
  readonly seed?: string;
  readonly set?: readonly string[];
  readonly reference?: string;
  readonly update?: true;
  readonly junit?: string;
  readonly json?: true;
}

/**
 * Runs the false-positive gate: 4 when the filter is wrong, 5 when it is not what it was.
 *
 * @param subject what is checked; a test hands in what is broken
 */
export async function checkCommand(
  options: CheckOptions,
  context: Context,
  subject: Subject = bloomSubject,
): Promise<ExitCode> {
  const { stdout, stderr, cwd, env, now, signal } = context;
  const own = ownParametersOf(options.set ?? []);
  const reference = referencePath(options, own, cwd);
  const plan = own === undefined ? defaultPlan() : ownPlan(own, reference !== null);
  if (options.update && reference === null) {
    throw usageError('--update with parameters of your own needs --reference, the file to write');
  }
  if (options.update && reference !== null) makeTarget(dirname(reference));
  if (options.junit !== undefined) makeTarget(dirname(resolve(cwd, options.junit)));
  const seed = options.seed ?? context.freshSeed();
  const cells = plan.golden.length + plan.statistical.length;
  stderr.write(`check: ${cells} cells, seed ${seed}\n`);
  const startedNs = now();
  const { checks, observed } = await runGate({
    plan,
    subject,
    seed,
    signal,
    onCell: (cell) => stderr.write(`check: ${cell} done\n`),
  });
  const update = options.update === true && checks.every(({ holds }) => holds);
  if (options.update && !update) {
    stderr.write('check: the reference is left as it is, for the other tests are red\n');
  }
  const golden = reference === null ? nothingGolden : judge(reference, observed, update);
  const all = [...golden.checks, ...checks];
  const report: GateReport = {
    seed,
    command: repeatCommand(options, seed),
    alpha: gateAlpha,
    seconds: Number(now() - startedNs) / 1e9,
    reference,
    updated: reference !== null && update,
    checks: all,
    changes: golden.changes,
    cause: golden.cause ?? null,
    exitCode: exitCodeOf(all),
  };
  stdout.write(options.json ? jsonCheck(report) : textCheck(report, context));
  if (options.junit !== undefined) replaceFile(resolve(cwd, options.junit), junitXml(report));
  if (env.GITHUB_STEP_SUMMARY) appendToFile(env.GITHUB_STEP_SUMMARY, markdown(report));
  return report.exitCode;
}

const nothingGolden: GoldenVerdict = { checks: [], changes: [] };

/** This package's own cells have a reference in git; a project's own have what it names. */
function referencePath(options: CheckOptions, own: OwnParameters | undefined, cwd: string) {
  if (options.reference !== undefined) return resolve(cwd, options.reference);
  return own === undefined ? join(referenceFolder(cwd), 'golden.json') : null;
}

/** A reference that cannot be read is a failed check, so that the other parts are told as well. */
function judge(path: string, observed: Reference, update: boolean): GoldenVerdict {
  const before = readOrRefusal(path);
  if (update) {
    writeReference(path, observed);
    if (before instanceof LabError) {
      return { checks: [], changes: [], cause: before.message };
    }
    return { ...judgeGolden(before, observed), checks: [] };
  }
  return before instanceof LabError
    ? { checks: [unreadable(before)], changes: [], cause: before.message }
    : judgeGolden(before, observed);
}

function readOrRefusal(path: string): Reference | LabError {
  try {
    return readReference(path);
  } catch (error) {
    if (error instanceof LabError && error.exitCode === ExitCode.reference) return error;
    throw error;
  }
}

function unreadable({ message }: LabError): Check {
  const expected = 'a reference; --update writes one';
  return { cell: 'reference', test: 'golden', holds: false, measured: message, expected };
}

function repeatCommand({ set = [], reference }: CheckOptions, seed: string): string {
  const words = [
    ...['--seed', seed],
    ...set.flatMap((setting) => ['--set', setting]),
    ...(reference === undefined ? [] : ['--reference', reference]),
  ];
  return `npm run check -- ${words.map(shellWord).join(' ')}`;
}
