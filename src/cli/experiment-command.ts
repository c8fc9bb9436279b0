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
import { type EndedRun, faultsText, jsonSummary, textSummary } from './run-summary.ts';
import { type ServerOptions, type ServerUrls, serverUrls } from './server-urls.ts';
import { parametersOf } from './settings.ts';

export interface ExperimentOptions extends ServerOptions {
  readonly list?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly preset: Preset;
  readonly seed: string;
  readonly set?: readonly string[];
  readonly out?: string;
  readonly resume?: string;
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
  const urls = serverUrls(options, context);
  if (options.resume !== undefined) {
    if (ids.length > 0) {
      throw usageError('--resume does the experiments that the run was started with; name none');
    }
    return run(resumedRun(options.resume, context), { ...options, urls }, context);
  }
  const settings = options.set ?? [];
  const parameters = parametersOf(chosen, options.preset, settings);
  const plans = [...parameters].map(([experiment, values]) => planExperiment(experiment, values));
  if (options.dryRun) {
    const threads = context.pool?.threads ?? 1;
    context.stdout.write(options.json ? jsonPlan(plans, threads) : textPlan(plans, threads));
    return ExitCode.done;
  }
  const prepared = newRun({ ...options, plans, settings }, context);
  return run(prepared, { ...options, urls }, context);
}

async function run(
  prepared: PreparedRun,
  { urls, json }: { readonly urls: ServerUrls; readonly json?: true },
  context: Context,
): Promise<ExitCode> {
  const { stderr, stdout, env, now, signal, pool } = context;
  const { folder } = prepared;
  const progress = new Progress({ output: stderr, env, now });
  const { onEvent } = progress;
  try {
    const stage = context.createStage({
      ...urls,
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
    const drawn = await draw(folder.path, context);
    const ended: EndedRun = { record, out: folder.path, report: drawn.path };
    stdout.write(json ? jsonSummary(ended) : textSummary(ended, context));
    // Also where the summary goes to a file: that is where a CI job is read.
    stderr.write(faultsText(record, context));
    return exitCode === ExitCode.done ? drawn.exitCode : exitCode;
  } finally {
    progress.close();
    folder.close();
  }
}

/** A report that cannot be drawn, or is interrupted, does not take the results along. */
async function draw(
  runFolder: string,
  context: Context,
): Promise<{ path: string | null; exitCode: ExitCode }> {
  try {
    context.signal.throwIfAborted();
    return { path: await drawReport(runFolder, context), exitCode: ExitCode.done };
  } catch (error) {
    context.stderr.write(`The report was not drawn. ${errorText(error)}\n`);
    return { path: null, exitCode: exitCodeOf(error) };
  }
}
