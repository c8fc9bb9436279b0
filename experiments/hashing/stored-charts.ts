import type { Chart } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { num, where } from '../rows.ts';

export function storedCharts(rows: readonly Row[]): Chart[] {
  return [lostChart(rows), attackersChart(rows)];
}

function lostChart(rows: readonly Row[]): Chart {
  const read = where(rows, { pass: 'stored' }).filter(({ lost }) => lost !== undefined);
  return {
    id: 'stored',
    title: 'Members lost when S0’s bits are read with nothing but m and k',
    lesson:
      'Bits alone do not say that half of them is missing, nor which hashes set them. A filter ' +
      'read so says no to most of its members, and nobody is told.',
    x: { title: 'read as', unit: '', scale: 'category' },
    y: { title: 'lost of 200,000', unit: 'members', scale: 'linear' },
    series: [
      {
        name: 'lost members',
        mark: 'bars',
        points: read.map((row) => ({ x: `${row.scheme}, ${row.text}`, y: num(row, 'lost') })),
      },
    ],
    claims: ['S3-52', 'S3-53'],
  };
}

function attackersChart(rows: readonly Row[]): Chart {
  return {
    id: 'attackers',
    title: 'Requests that the check of ids turns away before any filter',
    lesson:
      'What is no canonical id from 0 to 2^64 - 1 costs one regular expression. Random numbers ' +
      'are ids like any other: these are what the filter is for.',
    x: { title: 'shape of the request', unit: '', scale: 'category' },
    y: { title: 'turned away', unit: '%', scale: 'linear' },
    series: [
      {
        name: 'turned away',
        mark: 'bars',
        points: where(rows, { pass: 'attackers' }).map((row) => ({
          x: String(row.shape),
          y: (100 * num(row, 'refused')) / num(row, 'tried'),
          note: `${row.refused} of ${row.tried}`,
        })),
      },
    ],
    claims: ['S4-02'],
  };
}
