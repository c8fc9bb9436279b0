import { basename, join } from 'node:path';
import { usageError } from '../errors.ts';
import { describeEnvironment } from '../lab/environment.ts';
import type { Experiment, Preset } from '../lab/experiment.ts';
import { type Plan, planExperiment } from '../lab/plan.ts';
import type { RunRecord } from '../lab/run-record.ts';
import { schemaVersion } from '../lab/run-record.ts';
import { findRun, RunFolder, readRun } from '../lab/run-store.ts';
import { blankRecord } from '../lab/runner.ts';
import type { Context } from './context.ts';
import { makeTarget, reportRoot, resultsRoot } from './folders.ts';
import { checked } from './settings.ts';
import { shellWord } from './shell-word.ts';

/** A run that can begin: its folders are there and can be written. */
export interface PreparedRun {
  readonly plans: readonly Plan[];
  readonly folder: RunFolder;
  readonly record: RunRecord;
}

export interface NewRun {
  readonly plans: readonly Plan[];
  readonly preset: Preset;
  readonly seed: string;
  readonly settings: readonly string[];
  readonly out?: string;
}

/** Makes the folder of a new run. Throws when it or the report's cannot be written (exit 2). */
export function newRun(wanted: NewRun, { cwd, wallClock }: Context): PreparedRun {
  const { plans, preset, seed } = wanted;
  const root = resultsRoot(cwd, wanted.out);
  makeTarget(root);
  makeTarget(reportRoot(cwd, join(root, 'new')));
  const createdAt = wallClock();
  const folder = RunFolder.create(root, createdAt, preset);
  const record: RunRecord = {
    schemaVersion,
    runId: basename(folder.path),
    createdAt: createdAt.toISOString(),
    preset,
    seed,
    command: repeatCommand(wanted),
    status: 'interrupted',
    seconds: 0,
    environment: { ...describeEnvironment(), servers: [] },
    experiments: plans.map(blankRecord),
  };
  return { plans, folder, record };
}

/**
 * Takes up a run where it ended. It keeps its seed and its parameters; rows of two versions of
 * the software are not mixed.
 */
export function resumedRun(name: string, { cwd, experiments }: Context): PreparedRun {
  const path = findRun(resultsRoot(cwd), name);
  const record = readRun(path);
  const { packageVersion, gitSha } = describeEnvironment();
  const { environment } = record;
  if (environment.packageVersion !== packageVersion || environment.gitSha !== gitSha) {
    throw usageError(
      `--resume ${name}: the run was begun by another version of funnel-lab; start a new one`,
    );
  }
  const plans = record.experiments.map(({ id, parameters }) => {
    const experiment = experiments.find((known) => known.id === id);
    if (experiment === undefined) {
      throw usageError(`--resume ${name}: its experiment ${id} is not known here`);
    }
    return planExperiment(experiment, checked(experiment, parameters));
  });
  makeTarget(reportRoot(cwd, path));
  return { plans, folder: RunFolder.resume(path), record };
}

/** The servers' URLs are left out: they may hold passwords. */
function repeatCommand({ plans, preset, seed, settings }: NewRun): string {
  const ids = plans.map(({ experiment }: { experiment: Experiment }) => experiment.id);
  const sets = settings.flatMap((setting) => ['--set', setting]);
  const words = [...ids, '--preset', preset, '--seed', seed, ...sets];
  return `npm run experiment -- ${words.map(shellWord).join(' ')}`;
}
