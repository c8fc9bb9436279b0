import type { Chart, Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { num, percent } from '../rows.ts';
import { distinct, series } from './select.ts';

/** Rates against what the filter's own fill predicts: 0 % is theory. */
export function ratioCharts(rows: readonly Row[]): Chart[] {
  return [shapesChart(rows), sizesChart(rows)];
}

const ratioAxis = { title: 'rate above fill^k', unit: '%', scale: 'linear' } as const;

function ratioPoint(row: Row, x: Point['x']): Point {
  const above = (column: string) => 100 * (num(row, column) / num(row, 'fromFill') - 1);
  return {
    x,
    y: above('rate'),
    low: above('low'),
    high: above('high'),
    note: `${num(row, 'fp')} of ${num(row, 'probes')}`,
  };
}

function shapesChart(rows: readonly Row[]): Chart {
  const targets = [...distinct(series(rows, 'shapes', 'p'), 'p')].map(Number).reverse();
  return {
    id: 'key-shapes',
    title: 'Kinds of ids: the rate against what the fill predicts (n = 100,000)',
    lesson:
      'The mixer hides what the ids look like: consecutive, strided, shifted or reversed ids fare ' +
      'as random ones do. Each interval misses 0 once in twenty; a bad hash is off by factors.',
    x: { title: 'ids', unit: '', scale: 'category' },
    y: ratioAxis,
    series: targets.map((p) => ({
      name: `p = ${percent(p)}`,
      mark: 'points',
      points: series(rows, 'shapes', 'n', { p })
        .toSorted((a, b) => (String(a.keys) < String(b.keys) ? -1 : 1))
        .map((row) => ratioPoint(row, String(row.keys))),
    })),
    claims: ['S3-28', 'S3-29'],
  };
}

function sizesChart(rows: readonly Row[]): Chart {
  const centers = distinct(series(rows, 'sizes', 'bits'), 'filter').map(String);
  return {
    id: 'sizes',
    title: 'm in single steps around a power of two and a plain size',
    lesson:
      'No m stands out: even, odd, prime or a power of two give the rate that their fill predicts.',
    x: { title: 'm - center', unit: 'bits', scale: 'linear' },
    y: ratioAxis,
    series: centers.map((filter) => ({
      name: `around ${filter}`,
      mark: 'points',
      points: series(rows, 'sizes', 'bits', { filter }).map((row) =>
        ratioPoint(row, num(row, 'bits') - Number(filter)),
      ),
    })),
  };
}
