import { rowWork } from '../bench/timing-rows.ts';
import type { ExitCode } from '../errors.ts';
import { describeEnvironment } from '../lab/environment.ts';
import type { Row } from '../lab/experiment.ts';
import { painter } from '../lab/terminal.ts';
import type { Context } from './context.ts';

/** What every report of a benchmark tells beside its figures. */
export interface BenchConditions {
  readonly seed: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly machine: Readonly<Record<string, string | number>>;
  /** Times that tinybench warned of. */
  readonly failedPreconditions: readonly string[];
  readonly exitCode: ExitCode;
}

/** What a benchmark ran on, as its report names it. */
export function benchMachine() {
  const { cpu, cores, os, node, v8 } = describeEnvironment();
  return { cpu, cores, os, node, v8 };
}

/** A line for each row with a time that tinybench warned of. */
export function failedPreconditions(rows: readonly Row[]): string[] {
  return rows
    .filter(({ warnings }) => warnings)
    .map((row) => `${row.contender}, ${rowWork(row)}: ${row.warnings}`);
}

/** A line in red for each time that is worth nothing. */
export function preconditionsText(
  { failedPreconditions }: BenchConditions,
  { stdout, env }: Context,
): string {
  const paint = painter(stdout, env);
  return failedPreconditions
    .map((line) => paint('red', `✗ too short to be timed: ${line}\n`))
    .join('');
}
