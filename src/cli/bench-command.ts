import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../../experiments/speed/job.ts';
import { presets } from '../../experiments/speed/plan.ts';
import { changesSince } from '../bench/baseline.ts';
import { withPlain } from '../bench/with-plain.ts';
import { ExitCode, LabError, usageError } from '../errors.ts';
import type { Result, Row } from '../lab/experiment.ts';
import { readResults } from '../lab/run-store.ts';
import { benchMachine, failedPreconditions } from './bench-conditions.ts';
import { benchGoals } from './bench-goals.ts';
import { type BenchParts, benchParts } from './bench-parts.ts';
import { type BenchReport, jsonBench, textBench } from './bench-summary.ts';
import type { Context } from './context.ts';
import { referenceFolder } from './folders.ts';
import { parseNumber } from './parse-number.ts';

export interface BenchOptions {
  readonly seed: string;
  readonly rounds: string;
  readonly json?: true;
  readonly baseline?: true;
  readonly goals?: true;
  readonly runs?: string;
  readonly gate?: true;
}

const maxRounds = 1_000;
const maxRuns = 100;
const defaultRuns = '3';

/**
 * Measures every call path, or what the goals speak of: 4 where the clock was too coarse, 5 where
 * `--gate` is not kept.
 */
export async function benchCommand(
  options: BenchOptions,
  context: Context,
  parts: BenchParts = benchParts,
): Promise<ExitCode> {
  const rounds = countOf('--rounds', options.rounds, maxRounds);
  if (!options.goals) {
    if (options.runs !== undefined)
      throw usageError('--runs is for --goals; without it there is one run');
    return benchPaths({ ...options, rounds }, context, parts);
  }
  const runs = countOf('--runs', options.runs ?? defaultRuns, maxRuns);
  const { seed, json = false, gate = false } = options;
  return benchGoals({ rounds, runs, seed, json, gate }, context, parts);
}

function countOf(option: string, text: string, most: number): number {
  const count = parseNumber(option, text);
  if (!Number.isInteger(count) || count < 1 || count > most) {
    throw usageError(`${option} must be an integer 1 … ${most}, got ${text}`);
  }
  return count;
}

interface PathsOptions extends Omit<BenchOptions, 'rounds'> {
  readonly rounds: number;
}

async function benchPaths(
  options: PathsOptions,
  context: Context,
  parts: BenchParts,
): Promise<ExitCode> {
  const { stdout, stderr, cwd, now, signal } = context;
  const { rounds, seed } = options;
  const isCompared = options.baseline === true || options.gate === true;
  // Read first: whether there is a reference must not turn out after a minute.
  const before = isCompared ? readBaseline(cwd) : undefined;
  stderr.write(`bench: rounds: ${rounds}, seed ${seed}; some 2 s a round\n`);
  const startedNs = now();
  // As the experiment `speed` does, whose stored run is the baseline.
  const params = { ...presets.quick, rounds };
  const results = await withPlain(
    context,
    (plain) => measurePaths({ params, seed, plain }, parts, signal),
    parts.compile,
  );
  const rows = results.map(({ row }) => row);
  const failed = failedPreconditions(rows);
  const changes = before && changesSince(rows, before);
  const isSlower = changes?.some(({ change }) => change === 'slower') === true;
  const gated = options.gate && isSlower ? ExitCode.reference : ExitCode.done;
  const report: BenchReport = {
    ...{ seed, rounds, seconds: Number(now() - startedNs) / 1e9 },
    machine: benchMachine(),
    results,
    failedPreconditions: failed,
    ...(changes ? { baseline: { changes } } : {}),
    exitCode: failed.length > 0 ? ExitCode.expectation : gated,
  };
  stdout.write(options.json ? jsonBench(report) : textBench(report, context));
  return report.exitCode;
}

/** The calls of the filter, and those of the funnel that end in it. */
async function measurePaths(
  job: Omit<Job, 'pass'>,
  { measure }: BenchParts,
  signal: AbortSignal,
): Promise<Result[]> {
  const calls = await measure({ ...job, pass: 'variants' }, { signal });
  return [...calls, ...(await measure({ ...job, pass: 'rejections' }, { signal }))];
}

/** The rows of `speed` that are kept in git. @throws LabError (exit 5) where there are none */
function readBaseline(cwd: string): readonly Row[] {
  const folder = referenceFolder(cwd);
  if (!existsSync(join(folder, 'speed.ndjson'))) {
    throw new LabError(ExitCode.reference, `${folder} has no stored run of speed to compare with`);
  }
  return readResults(folder, 'speed').map(({ row }) => row);
}
