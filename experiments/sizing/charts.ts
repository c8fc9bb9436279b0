import type { Chart } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { num, pointsOf, where } from '../rows.ts';
import { articleFilters, gridRates } from './plan.ts';

export function sizingCharts(rows: readonly Row[]): Chart[] {
  const perMillion = where(rows, { filter: 'sized', n: 1_000_000 })
    .filter((row) => gridRates.includes(num(row, 'p')))
    .sort((a, b) => num(a, 'p') - num(b, 'p'));
  return [bitsPerId(perMillion), roundings(perMillion), overload(rows)];
}

function bitsPerId(rows: readonly Row[]): Chart {
  return {
    id: 'bits-per-id',
    title: 'Bits an id against the target rate (n = 1,000,000)',
    lesson:
      'Each factor of ten in p costs 4.79 bits an id; whole probes cost almost nothing more, ' +
      'and any Bloom filter stands 44 % above what information theory asks for.',
    x: { title: 'target false-positive rate p', unit: '', scale: 'log' },
    y: { title: 'bits an id', unit: 'bits', scale: 'linear' },
    series: [
      {
        name: 'real k',
        mark: 'line',
        points: pointsOf(rows, 'p', (row) => num(row, 'bitsReal') / 1e6),
      },
      {
        name: 'whole k',
        mark: 'points',
        points: pointsOf(rows, 'p', (row) => num(row, 'bitsForHashes') / 1e6),
      },
      {
        name: 'information limit, log2(1/p)',
        mark: 'line',
        points: pointsOf(rows, 'p', (row) => num(row, 'informationBits') / 1e6),
      },
    ],
    claims: ['S0-20', 'S0-22', 'S3-07', 'S3-09', 'S3-10', 'S3-11', 'S4-13'],
  };
}

function roundings(rows: readonly Row[]): Chart {
  return {
    id: 'roundings',
    title: 'What rounding k does to the rate at full load (n = 1,000,000)',
    lesson:
      'A filter for p = 1 % runs at 1.0039 %: k must be whole. Rounding up instead of to the ' +
      'nearest is better at none of these p and worse at 10 %, 5 %, 3 % and 0.01 %.',
    x: { title: 'target false-positive rate p', unit: '', scale: 'log' },
    y: { title: 'rate at full load above p', unit: '%', scale: 'linear' },
    series: [
      {
        name: 'k to the nearest',
        mark: 'points',
        points: pointsOf(rows, 'p', (row) => 100 * (num(row, 'rate') / num(row, 'p') - 1)),
      },
      {
        name: 'k up',
        mark: 'points',
        points: pointsOf(rows, 'p', (row) => 100 * (num(row, 'rateCeil') / num(row, 'p') - 1)),
      },
    ],
    claims: ['S0-21', 'S2-10', 'S3-08', 'S3-12', 'S3-41'],
  };
}

function overload(rows: readonly Row[]): Chart {
  return {
    id: 'load',
    title: 'The articles’ filters under any load',
    lesson:
      'The advertised rate holds at one load only: S0’s filter for 500,000 ids runs at 7.1e-7 with ' +
      'its 200,000 SKUs, at 5.7 % with a million and at 53 % with two.',
    x: { title: 'ids in the filter', unit: 'ids', scale: 'log' },
    y: { title: 'false-positive rate', unit: '', scale: 'log' },
    series: articleFilters.map(({ name }) => ({
      name: `${name} (computed)`,
      mark: 'line',
      points: pointsOf(
        where(rows, { filter: name }).filter((row) => num(row, 'rate') > 1e-12),
        'n',
        'rate',
      ),
    })),
    claims: ['S2-13', 'S3-16', 'S4-20'],
  };
}
