import type { Chart, Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { find, num, percent, where } from '../rows.ts';
import { cuckooRows, isSmaller } from './cuckoo-rows.ts';
import { kinds } from './plan.ts';

export function articlesCharts(rows: readonly Row[]): Chart[] {
  return [rivals(rows), tables(rows), hashes(rows), ...words(rows)];
}

function rivals(rows: readonly Row[]): Chart {
  const own = (kind: string) => where(rows, { pass: 'rival', kind });
  const smaller = cuckooRows(rows).find(isSmaller);
  const sizes = find(rows, { pass: 'overflow' })!;
  const times = num(sizes, 'bytes') / num(sizes, 'bloomBytes');
  const cuckoo =
    smaller === undefined
      ? 'No cuckoo filter was seen to be smaller than a Bloom filter of its rate.'
      : `At ${percent(num(smaller, 'rate'), 2)} and below a cuckoo filter is smaller than a Bloom filter.`;
  return {
    id: 'rivals',
    title: 'What a rate costs in each kind of filter',
    lesson: `${cuckoo} A counting filter takes ${times.toFixed(2)} times the bytes of a Bloom filter.`,
    x: { title: 'bits an id', unit: 'bits', scale: 'log' },
    y: { title: 'false-positive rate', unit: '', scale: 'log' },
    series: kinds.map((name) => ({ name, mark: 'points', points: own(name).map(sizePoint) })),
    claims: ['S2-23', 'S2-24', 'S3-49', 'S3-50', 'S3-61'],
  };
}

function sizePoint(row: Row): Point {
  return ratePoint(row, num(row, 'bitsPerId'));
}

function ratePoint(row: Row, x: Point['x']): Point {
  const point = { x, y: num(row, 'rate'), low: num(row, 'low'), high: num(row, 'high') };
  return point.y > 0 ? point : { ...point, bound: 'upper', note: '0 hits' };
}

function tables(rows: readonly Row[]): Chart {
  const measured = where(rows, { pass: 'table' }).map((row) => ({
    x: `${row.language}: ${row.holds}`,
    y: num(row, 'tableBytes') / num(row, 'n'),
  }));
  const computed = where(rows, { pass: 'set' }).map((row) => ({
    x: `${row.set}`,
    y: num(row, 'bytes') / num(row, 'n'),
  }));
  const least = Math.min(...measured.map(({ y }) => y));
  return {
    id: 'tables',
    title: 'Bytes a key of hash tables and of other sets',
    lesson:
      `A hash table takes ${least.toFixed(0)} bytes a key or more. Where keys are numbers, an ` +
      'exact sorted array takes as many bytes as a key has.',
    x: { title: 'set', unit: '', scale: 'category' },
    y: { title: 'bytes a key', unit: 'bytes', scale: 'linear' },
    series: [
      { name: 'measured', mark: 'bars', points: measured },
      { name: 'computed', mark: 'bars', points: computed },
    ],
    claims: ['S3-01', 'S3-02', 'S3-03', 'S3-13'],
  };
}

function hashes(rows: readonly Row[]): Chart {
  const own = where(rows, { pass: 'hash' });
  const name = (row: Row) => `${row.scheme}, ${num(row, 'n').toLocaleString('en-US')} ${row.keys}`;
  const worst = own.reduce((a, b) => (num(a, 'rate') > num(b, 'rate') ? a : b));
  return {
    id: 'hashes',
    title: 'S3’s integer filter for 10,000 ids at 0.1 %',
    lesson: `The highest rate, ${percent(num(worst, 'rate'), 3)}, is that of ${name(worst)} ids.`,
    x: { title: 'hash and members', unit: '', scale: 'category' },
    y: { title: 'false-positive rate', unit: '', scale: 'log' },
    series: [
      {
        name: 'measured',
        mark: 'points',
        points: own.map((row) => ratePoint(row, name(row))),
      },
      {
        name: 'fill^k',
        mark: 'points',
        points: own.map((row) => ({ x: name(row), y: num(row, 'fromFill') })),
      },
    ],
    claims: ['S3-06', 'S3-24', 'S3-39', 'S3-46', 'S3-56'],
  };
}

/** Nothing where C++ was not compiled. */
function words(rows: readonly Row[]): Chart[] {
  const own = where(rows, { pass: 'words' });
  if (own.length === 0) return [];
  const apart = own.filter((row) => num(row, 'ratioLow') > 2).map(({ task }) => task);
  return [
    {
      id: 'words',
      title: 'Time in C++ against 64-bit words',
      lesson:
        apart.length === 0
          ? 'Nothing takes more than twice the time of 64-bit words.'
          : `More than twice the time of 64-bit words is taken to: ${apart.join(', ')}.`,
      x: { title: 'task', unit: '', scale: 'category' },
      y: { title: 'time in that of 64-bit words', unit: 'times', scale: 'log' },
      series: [
        {
          name: 'vector<bool>, or a loop over the bits of a word',
          mark: 'points',
          points: own.map((row) => ({
            x: `${row.task}`,
            y: num(row, 'ratio'),
            low: num(row, 'ratioLow'),
            high: num(row, 'ratioHigh'),
          })),
        },
      ],
      claims: ['S3-20', 'S3-27', 'S3-30'],
    },
  ];
}
