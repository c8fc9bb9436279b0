import { ExitCode, usageError } from '../errors.ts';
import type { Preset } from '../lab/experiment.ts';
import { planExperiment } from '../lab/plan.ts';
import { Progress } from '../lab/progress.ts';
import { runExperiments } from '../lab/runner.ts';
import { chooseExperiments } from './choose.ts';
import type { Context } from './context.ts';
import { errorText, exitCodeOf } from './error-text.ts';
import { jsonList, jsonPlan, textList, textPlan } from './plan-summary.ts';
import { newRun, type PreparedRun, resumedRun } from './prepare-run.ts';
import { drawReport } from './report-command.ts';
import { type EndedRun, jsonSummary, textSummary } from './run-summary.ts';
import { parametersOf } from './settings.ts';

export interface ExperimentOptions {
  readonly list?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly preset: Preset;
  readonly seed: string;
  readonly set?: readonly string[];
  readonly out?: string;
  readonly resume?: string;
  readonly redis?: string;
  readonly mysql?: string;
}

/** Runs experiments, or tells what would be run. */
export async function experimentCommand(
  ids: readonly string[],
  options: ExperimentOptions,
  context: Context,
): Promise<ExitCode> {
  const chosen = chooseExperiments(context.experiments, ids);
  if (options.list) {
    context.stdout.write(options.json ? jsonList(chosen) : textList(chosen));
    return ExitCode.done;
  }
  if (options.resume !== undefined) {
    if (ids.length > 0) {
      throw usageError('--resume does the experiments that the run was started with; name none');
    }
    return run(resumedRun(options.resume, context), options, context);
  }
  const settings = options.set ?? [];
  const parameters = parametersOf(chosen, options.preset, settings);
  const plans = [...parameters].map(([experiment, values]) => planExperiment(experiment, values));
  if (options.dryRun) {
    const threads = context.pool?.threads ?? 1;
    context.stdout.write(options.json ? jsonPlan(plans, threads) : textPlan(plans, threads));
    return ExitCode.done;
  }
  return run(newRun({ ...options, plans, settings }, context), options, context);
}

async function run(
  prepared: PreparedRun,
  options: ExperimentOptions,
  context: Context,
): Promise<ExitCode> {
  const { stderr, stdout, env, now, signal, pool } = context;
  const { folder } = prepared;
  const progress = new Progress({ output: stderr, env, now });
  const { onEvent } = progress;
  try {
    const stage = context.createStage({
      ...serverUrls(options, context),
      seed: prepared.record.seed,
      signal,
      log: (line) => onEvent({ type: 'log', line }),
    });
    const { record, exitCode } = await runExperiments({
      ...prepared,
      stage,
      pool,
      now,
      signal,
      onEvent,
    });
    progress.close();
    if (signal.aborted) {
      stderr.write(`${errorText(signal.reason)}\n`);
    }
    const drawn = signal.aborted ? undefined : await draw(folder.path, context);
    const ended: EndedRun = { record, out: folder.path, report: drawn?.path ?? null };
    stdout.write(options.json ? jsonSummary(ended) : textSummary(ended, context));
    return exitCode === ExitCode.done ? (drawn?.exitCode ?? exitCode) : exitCode;
  } finally {
    progress.close();
    folder.close();
  }
}

/** A report that cannot be drawn does not take the results along. */
async function draw(
  runFolder: string,
  context: Context,
): Promise<{ path: string | null; exitCode: ExitCode }> {
  try {
    return { path: await drawReport(runFolder, context), exitCode: ExitCode.done };
  } catch (error) {
    context.stderr.write(`The report was not drawn. ${errorText(error)}\n`);
    return { path: null, exitCode: exitCodeOf(error) };
  }
}

/** The options come before the environment; an empty variable is as good as none. */
function serverUrls({ redis, mysql }: ExperimentOptions, { env }: Context) {
  const redisUrl = redis ?? (env.REDIS_URL || undefined);
  const mysqlUrl = mysql ?? (env.MYSQL_URL || undefined);
  return {
    ...(redisUrl === undefined ? {} : { redisUrl }),
    ...(mysqlUrl === undefined ? {} : { mysqlUrl }),
  };
}
