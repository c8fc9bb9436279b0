import type { Result, Row } from '../../src/lab/experiment.ts';
import type { Samples } from '../../src/stats/samples.ts';
import { percentileColumns } from '../percentiles.ts';

const percents = [50, 90, 95, 98, 99, 99.9];

/** One row a percentile, for the tail of latencies as each way to measure tells it. */
export function tailRows(ways: Readonly<Record<string, Samples>>): Result[] {
  const columns = Object.entries(ways).map(
    ([way, samples]) => [way, percentileColumns(way, samples, percents)] as const,
  );
  return percents.map((percent) => {
    const row: Record<string, Row[string]> = { part: 'tail', percent };
    const reasons: Record<string, string> = {};
    for (const [way, all] of columns) {
      row[way] = all.row[`${way}P${percent}`]!;
      const reason = all.reasons[`${way}P${percent}`];
      if (reason !== undefined) reasons[way] = reason;
    }
    return { row, reasons };
  });
}
