import { rowWork } from '../bench/timing-rows.ts';
import { describeEnvironment } from '../lab/environment.ts';
import type { Row } from '../lab/experiment.ts';

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
