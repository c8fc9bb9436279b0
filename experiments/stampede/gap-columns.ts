import type { Result, Row } from '../../src/lab/experiment.ts';
import { meanInterval } from '../../src/stats/mean.ts';
import type { Gap } from './entry-watch.ts';

/** The queries of each gap with their interval, and what 1 + R·W is with the W that was measured. */
export function gapColumns(gaps: readonly Gap[], rate: number): Required<Result> {
  const loads = gaps.map((gap) => gap.loads);
  const counts = { expiries: gaps.length, mostSelects: Math.max(0, ...loads) };
  if (gaps.length < 2) {
    const reason = `${gaps.length} expiries, an interval takes two`;
    const none = Object.keys(meanColumns([1, 1], 0, rate));
    return {
      row: { ...counts, ...Object.fromEntries(none.map((name) => [name, null])) },
      reasons: Object.fromEntries(none.map((name) => [name, reason])),
    };
  }
  const windowNs = gaps.reduce((sum, gap) => sum + gap.windowNs, 0) / gaps.length;
  return { row: { ...counts, ...meanColumns(loads, windowNs, rate) }, reasons: {} };
}

function meanColumns(loads: readonly number[], windowNs: number, rate: number): Row {
  const { mean, low, high } = meanInterval(loads);
  // Somebody always loads; few expiries would give an interval that goes below.
  return {
    ...{ selectsEach: mean, selectsEachLow: Math.max(1, low), selectsEachHigh: high },
    ...{ windowMs: windowNs / 1e6, expectedEach: 1 + (rate * windowNs) / 1e9 },
  };
}
