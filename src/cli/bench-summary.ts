import { type Change, noiseMargin } from '../bench/baseline.ts';
import { rowWork } from '../bench/timing-rows.ts';
import type { Result, Row } from '../lab/experiment.ts';
import { medianInterval } from '../stats/median.ts';
import { type BenchConditions, preconditionsText } from './bench-conditions.ts';
import type { Context } from './context.ts';
import { textTable } from './text-table.ts';

export interface BenchReport extends BenchConditions {
  readonly results: readonly Result[];
  readonly baseline?: { readonly changes: readonly Change[] };
}

/** What `bench --json` prints. */
export function jsonBench({ results, ...report }: BenchReport): string {
  const rows = results.map(({ row, reasons }) => ({ ...row, ...(reasons ? { reasons } : {}) }));
  return `${JSON.stringify({ ...report, noiseMargin, rows }, null, 2)}\n`;
}

/** The same for people: times, then ratios with their intervals, then what is wrong. */
export function textBench(report: BenchReport, context: Context): string {
  const rows = report.results.map(({ row }) => row);
  const works = [...new Set(rows.map(rowWork))];
  const { machine, rounds, seed, seconds } = report;
  const reference = rows.find((row) => row.reference !== undefined)?.reference;
  return [
    'Nanoseconds an id, median of the rounds\n',
    table(rows, works, (row) => (row.ns === null ? 'not here' : Number(row.ns).toFixed(1)), bits),
    `\nTime in that of ${reference}, median of each round’s ratio and its ${spreadName(rounds)}\n`,
    table(
      rows.filter(({ ns }) => ns !== null),
      works,
      ratioText,
    ),
    `\n${Object.values(machine).join(', ')}; rounds: ${rounds}, seed ${seed}, `,
    `${seconds.toFixed(0)} s\n`,
    preconditionsText(report, context),
    baselineText(report),
  ].join('');
}

/** What a median of so many rounds stands with: few have no interval of 95 %, but all they span. */
function spreadName(rounds: number): string {
  const { confidence } = medianInterval(new Float64Array(rounds))!;
  return confidence < 0.95 ? 'range' : '95 % interval';
}

function table(
  rows: readonly Row[],
  works: readonly string[],
  cell: (row: Row) => string,
  last?: (rows: readonly Row[]) => string,
): string {
  const names = [...new Set(rows.map(({ contender }) => `${contender}`))];
  const lines = names.map((name) => {
    const own = rows.filter(({ contender }) => contender === name);
    const cells = works.map((work) => {
      const row = own.find((one) => rowWork(one) === work);
      return row === undefined ? '' : cell(row);
    });
    return [name, ...cells, ...(last ? [last(own)] : [])];
  });
  const head = ['', ...works, ...(last ? ['bits/key'] : [])];
  return textTable([head, ...lines], head.map((_, column) => column).slice(1));
}

function bits([row]: readonly Row[]): string {
  return typeof row?.bitsPerKey === 'number' ? row.bitsPerKey.toFixed(1) : '';
}

function ratioText(row: Row): string {
  const [ratio, low, high] = [row.ratio, row.ratioLow, row.ratioHigh].map((value) => {
    const number = Number(value);
    return number.toFixed(number < 10 ? 2 : 0);
  });
  return `${ratio} (${low} … ${high})`;
}

function baselineText({ baseline }: BenchReport): string {
  if (baseline === undefined) return '';
  const { changes } = baseline;
  const than = `than in the reference by more than ${100 * noiseMargin} % beside the intervals`;
  if (changes.length === 0) return `no ratio is larger or smaller ${than}\n`;
  const lines = changes.map(({ contender, work, change, ratio, before }) => [
    ...[change, contender, work, ratio.toFixed(2), 'instead of', before.toFixed(2)],
  ]);
  return `${changes.length} ratios are larger or smaller ${than}:\n${textTable(lines)}`;
}
