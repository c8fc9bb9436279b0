import { existsSync, rmSync } from 'node:fs';

import { join } from 'node:path';
import { measureApart } from '../../experiments/speed/job.ts';
import { presets } from '../../experiments/speed/plan.ts';
import { changesSince, rowWork } from '../bench/baseline.ts';
import type { Interruptible } from '../bench/cpp.ts';
import { compilePlain } from '../bench/plain-program.ts';
import { ExitCode, LabError, usageError } from '../errors.ts';
import { describeEnvironment } from '../lab/environment.ts';
import type { Result, Row } from '../lab/experiment.ts';
import { readResults } from '../lab/run-store.ts';
import { makeTempDir } from '../servers/temp-dir.ts';
import { type BenchReport, jsonBench, textBench } from './bench-summary.ts';
import type { Context } from './context.ts';
import { referenceFolder } from './folders.ts';
import { parseNumber } from './parse-number.ts';

export interface BenchOptions {
  readonly seed: string;
  readonly rounds: string;
  readonly json?: true;
  readonly baseline?: true;
  readonly gate?: true;
}

const maxRounds = 1_000;

/**
 * Measures every call path: 4 where the clock was too coarse, 5 where `--gate` is not kept.
 *
 * @param measure what is measured; a test hands in rows of its own
 */
export async function benchCommand(
  options: BenchOptions,
  context: Context,
  measure: Measure = measureAll,
): Promise<ExitCode> {
  const { stdout, stderr, cwd, now, signal } = context;
  const rounds = roundsOf(options.rounds);
  const isCompared = options.baseline === true || options.gate === true;
  // Read first: whether there is a reference must not turn out after a minute.
  const before = isCompared ? readBaseline(cwd) : undefined;
  const { node, v8, os, cpu, cores } = describeEnvironment();
  stderr.write(`bench: ${rounds} rounds, seed ${options.seed}; some 2 s a round\n`);
  const startedNs = now();
  const results = await measure({ rounds, seed: options.seed, signal });
  const rows = results.map(({ row }) => row);
  const warned = rows.filter(({ warnings }) => warnings);
  const changes = before && changesSince(rows, before);
  const isSlower = changes?.some(({ change }) => change === 'slower') === true;
  const gated = options.gate && isSlower ? ExitCode.reference : ExitCode.done;
  const report: BenchReport = {
    ...{ seed: options.seed, rounds, seconds: Number(now() - startedNs) / 1e9 },
    machine: { cpu, cores, os, node, v8 },
    results,
    failedPreconditions: warned.map((row) => `${row.contender}, ${rowWork(row)}: ${row.warnings}`),
    ...(changes ? { baseline: { changes } } : {}),
    exitCode: warned.length > 0 ? ExitCode.expectation : gated,
  };
  stdout.write(options.json ? jsonBench(report) : textBench(report, context));
  return report.exitCode;
}

function roundsOf(text: string): number {
  const rounds = parseNumber('--rounds', text);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > maxRounds) {
    throw usageError(`--rounds must be an integer 1 … ${maxRounds}, got ${text}`);
  }
  return rounds;
}

type Measure = (
  options: { readonly rounds: number; readonly seed: string } & Interruptible,
) => Promise<readonly Result[]>;

/** As the experiment `speed` does, whose stored run is the baseline. */
const measureAll: Measure = async ({ rounds, seed, signal }) => {
  // Named after this process: should it be killed, the next one removes it.
  const folder = makeTempDir();
  try {
    const plain = await compilePlain(folder, { signal });
    const params = { ...presets.quick, rounds };
    return await measureApart({ pass: 'variants', params, seed, plain }, { signal });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The rows of `speed` that are kept in git. @throws LabError (exit 5) where there are none */
function readBaseline(cwd: string): readonly Row[] {
  const folder = referenceFolder(cwd);
  if (!existsSync(join(folder, 'speed.ndjson'))) {
    throw new LabError(ExitCode.reference, `${folder} has no stored run of speed to compare with`);
  }
  return readResults(folder, 'speed').map(({ row }) => row);
}
