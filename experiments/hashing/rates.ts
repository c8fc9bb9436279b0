import type { Row } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { find, integer, num, percent } from '../rows.ts';

/** The row of one scheme at one size: `few`, `some` or `many` ids. */
export function sized(rows: readonly Row[], scheme: string, size: string): Row {
  return find(rows, { pass: 'scheme', scheme, size })!;
}

/** Whether the row's interval holds a rate. */
export function contains(row: Row, rate: number): boolean {
  return num(row, 'rateLow') <= rate && rate <= num(row, 'rateHigh');
}

/** What a single filter's own rate may stray from its fill^k, which is a mean over filters. */
const slack = 1.02;

/**
 * Whether all of these single filters are at their fill^k: Clopper–Pearson intervals, widened by
 * the slack, that miss any of them with a probability of 0.1 % together.
 */
export function allAtFill(rows: readonly Row[]): boolean {
  return rows.every((row) => {
    const confidence = 1 - 0.001 / rows.length;
    const hits = num(row, 'falsePositives');
    const { low, high } = clopperPearson(hits, num(row, 'probes'), confidence);
    const rate = num(row, 'fromFill');
    return low / slack <= rate && rate <= high * slack;
  });
}

/** `3.52 % in 4,000,000 probes of 20 filters` */
export function rateText(row: Row): string {
  const filters = num(row, 'filters');
  const of = filters === 1 ? 'one filter' : `${filters} filters`;
  return `${short(num(row, 'rate'))} in ${integer(num(row, 'probes'))} probes of ${of}`;
}

/** The row's interval in words. */
export function intervalText(row: Row): string {
  const method =
    num(row, 'filters') === 1
      ? 'Clopper–Pearson, 95 %, of this filter'
      : 'over filters, 99.9 %, the wider of Student and Clopper–Pearson';
  return `${short(num(row, 'rateLow'))} … ${short(num(row, 'rateHigh'))} (${method})`;
}

/** A rate of any size: `3.518 %`, `5.450e-6`. */
export function short(rate: number): string {
  return rate === 0 || rate >= 1e-4 ? percent(rate) : rate.toExponential(3);
}

/** How many times a row's rate is of one of its predictions. */
export function ratio(row: Row, column: 'fromFill' | 'theory' | 'fromFillLess'): number {
  return num(row, 'rate') / num(row, column);
}
