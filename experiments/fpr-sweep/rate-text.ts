import type { Row } from '../../src/lab/experiment.ts';
import { integer, num, percent } from '../rows.ts';

/** A rate with its counts and its interval; without a hit, only what it is below. */
export function rateText(row: Row): string {
  const [fp, low, high] = [num(row, 'fp'), num(row, 'low'), num(row, 'high')];
  const counts = `${integer(fp)} of ${integer(num(row, 'probes'))}`;
  return fp === 0
    ? `below ${shortRate(high)} (${counts})`
    : `${shortRate(num(row, 'rate'))} (${counts}; 95 %: ${shortRate(low)} … ${shortRate(high)})`;
}

export function shortRate(rate: number): string {
  return rate < 1e-4 ? rate.toExponential(2) : percent(rate, 3);
}
