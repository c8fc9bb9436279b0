import type { Result } from '../src/lab/experiment.ts';
import type { Samples } from '../src/stats/samples.ts';

/**
 * The columns `<name>P50`, … and `<name>Max` of measured nanoseconds, by nearest rank. A percentile
 * of so few samples that it would be their maximum (p99: fewer than 100) is null with its reason.
 */
export function percentileColumns(
  name: string,
  samples: Samples,
  percents: readonly number[] = [50, 99],
): Required<Result> {
  const row: Record<string, number | null> = {};
  const reasons: Record<string, string> = {};
  const { count } = samples;
  for (const percent of percents) {
    const column = `${name}P${percent}`;
    const needed = Math.ceil(Number((100 / (100 - percent)).toPrecision(12)));
    row[column] = count >= needed ? samples.percentile(percent) : null;
    if (row[column] === null) reasons[column] = tooFew(count, needed);
  }
  row[`${name}Max`] = samples.max;
  if (samples.max === null) reasons[`${name}Max`] = tooFew(0, 1);
  return { row, reasons };
}

function tooFew(count: number, needed: number): string {
  return `n = ${count}; it takes ${needed}`;
}
