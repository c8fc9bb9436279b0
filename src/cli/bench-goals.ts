import { type GoalPass, goalPasses } from '../../experiments/speed/goal-plan.ts';
import { presets } from '../../experiments/speed/plan.ts';
import { judgeGoals } from '../bench/judge-goals.ts';
import { withPlain } from '../bench/with-plain.ts';
import { ExitCode } from '../errors.ts';
import type { Row } from '../lab/experiment.ts';
import { Pace } from '../lab/pace.ts';
import { clockTime } from '../lab/progress.ts';
import { benchMachine, failedPreconditions } from './bench-conditions.ts';
import type { BenchParts } from './bench-parts.ts';
import type { Context } from './context.ts';
import { type GoalsReport, jsonGoals, textGoals } from './goals-summary.ts';

export interface GoalsOptions {
  readonly rounds: number;
  readonly runs: number;
  readonly seed: string;
  readonly json: boolean;
  /** Whether a missed floor ends with 5. */
  readonly gate: boolean;
}

/**
 * Judges the goals by the median of some runs: 4 where the clock was too coarse, 5 where a floor is
 * missed and this is to gate.
 */
export async function benchGoals(
  options: GoalsOptions,
  context: Context,
  parts: BenchParts,
): Promise<ExitCode> {
  const { stdout, now } = context;
  const { rounds, runs, seed } = options;
  const startedNs = now();
  const measured = await withPlain(
    context,
    (plain) => measureRuns(options, context, { ...parts, plain }),
    parts.compile,
  );
  const goals = judgeGoals(measured);
  const failed = failedPreconditions(measured.flat());
  const isMissed = goals.some(({ word }) => word === 'missed');
  const report: GoalsReport = {
    ...{ seed, rounds, runs, seconds: Number(now() - startedNs) / 1e9 },
    ...{ machine: benchMachine(), goals, failedPreconditions: failed },
    exitCode: exitCodeOf(failed.length > 0, options.gate && isMissed),
  };
  stdout.write(options.json ? jsonGoals(report) : textGoals(report, context));
  return report.exitCode;
}

function exitCodeOf(isTooShort: boolean, isRefused: boolean): ExitCode {
  if (isTooShort) return ExitCode.expectation;
  return isRefused ? ExitCode.reference : ExitCode.done;
}

interface Bench extends BenchParts {
  readonly plain: string | undefined;
}

/** The rows of each run: all passes one after the other, each in a process of its own. */
async function measureRuns(
  { rounds, runs, seed }: GoalsOptions,
  { stderr, now, signal }: Context,
  { plain, measure }: Bench,
): Promise<Row[][]> {
  const params = { ...presets.quick, rounds };
  const passes = goalPasses(rounds).filter(({ needsPlain }) => plain || !needsPlain);
  const pace = new Pace({ cells: runs * passes.length, seconds: runs * secondsOf(passes) });
  stderr.write(`bench: goals, runs: ${runs}, rounds in each: ${rounds}, seed ${seed}\n`);
  if (plain === undefined) stderr.write('bench: there is no C++ compiler to compare with\n');
  const measured: Row[][] = [];
  for (let run = 1; run <= runs; run++) {
    const rows: Row[] = [];
    for (const { pass, title, seconds } of passes) {
      const left = clockTime(pace.secondsLeft(0));
      stderr.write(`bench: run ${run} of ${runs}, ${title}; about ${left} left\n`);
      const startedNs = now();
      const results = await measure({ pass, params, seed, plain }, { signal });
      rows.push(...results.map(({ row }) => row));
      pace.cellDone(seconds, Number(now() - startedNs) / 1e9);
    }
    measured.push(rows);
  }
  return measured;
}

function secondsOf(passes: readonly GoalPass[]): number {
  return passes.reduce((sum, { seconds }) => sum + seconds, 0);
}
