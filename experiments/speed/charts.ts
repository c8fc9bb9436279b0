import type { Chart, Point, Series } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { integer, num, pointsOf, where } from '../rows.ts';
import { point } from './point.ts';
import { nsOf, paths, referenceOf, timed } from './select.ts';
import { serviceCharts } from './service-charts.ts';

export function speedCharts(rows: readonly Row[]): Chart[] {
  return [byShare(rows), ratios(rows), sizes(rows), hashes(rows), ...serviceCharts(rows)];
}

const nsAxis = { title: 'time an id', unit: 'ns' } as const;

/** Few enough to be told apart; all others are on the next chart. */
const shown = [
  'plain C++',
  paths.many,
  'hasMany(number[])',
  paths.single,
  'has(bigint)',
  'JavaScript, 32-bit limbs',
  'Set<number>',
  paths.bitmap,
  'bloomfilter 1.1.0',
];

function byShare(rows: readonly Row[]): Chart {
  const asked = timed(rows, { operation: 'ask' });
  const [many, single, bitmap] = [paths.many, paths.single, paths.bitmap].map((contender) =>
    nsOf(rows, contender, { operation: 'ask', presentShare: 0 })!.toFixed(1),
  );
  const line = (name: string): Series => ({
    name,
    mark: 'line',
    points: where(asked, { contender: name }).map((row) => point(row, num(row, 'presentShare'))),
  });
  return {
    id: 'by-share',
    title: 'Time of a query by the share of present ids',
    lesson:
      `An absent id takes ${many} ns when many are asked at once and ${single} ns in a call of ` +
      `its own; a bitmap takes ${bitmap} ns.`,
    x: { title: 'share of present ids', unit: '', scale: 'linear' },
    y: { ...nsAxis, scale: 'log' },
    series: shown.map(line).filter(({ points }) => points.length > 0),
  };
}

const works = [
  { name: 'absent', operation: 'ask', presentShare: 0 },
  { name: 'half of them present', operation: 'ask', presentShare: 0.5 },
  { name: 'present', operation: 'ask', presentShare: 1 },
  { name: 'build', operation: 'build' },
  { name: 'a scan of absent ids', operation: 'scan' },
] as const;

function ratios(rows: readonly Row[]): Chart {
  const reference = referenceOf(rows);
  const faster = timed(rows, { operation: 'ask', presentShare: 0, answers: 'scheme' })
    .filter((row) => num(row, 'ratioHigh') < 1)
    .map(({ contender }) => `${contender}`);
  return {
    id: 'ratios',
    title: `Time in that of ${reference}`,
    lesson:
      faster.length === 0
        ? `No filter with these bits takes less time than ${reference} for absent ids.`
        : `Faster than ${reference} for absent ids, with the same bits: ${faster.join(', ')}.`,
    x: { title: 'way to ask', unit: '', scale: 'category' },
    y: { title: `time in that of ${reference}`, unit: 'times', scale: 'log' },
    series: works.map(({ name, ...work }) => ({
      name,
      mark: 'points',
      points: timed(rows, work).map((row) => point(row, `${row.contender}`, 'ratio')),
    })),
  };
}

function sizes(rows: readonly Row[]): Chart {
  const all = where(rows, { pass: 'sizes' });
  const [absent, present] = [0, 1].map((presentShare) => where(all, { presentShare }));
  const [first, last] = [absent!.at(0)!, absent!.at(-1)!];
  const ns = (row: Row) => num(row, 'ns').toFixed(1);
  const bitsOf = (row: Row) => integer(num(row, 'bits'));
  const least = Math.min(...all.map((row) => num(row, 'nsLow')));
  return {
    id: 'sizes',
    title: 'Time of a query, and of adding an id, by the size of the filter',
    lesson:
      `An absent id takes ${ns(first)} ns in a full filter of ${bitsOf(first)} bits and ` +
      `${ns(last)} ns in one of ${bitsOf(last)}.`,
    x: { title: 'size of the filter', unit: 'bits', scale: 'log' },
    y: { ...nsAxis, scale: 'log' },
    series: [
      { name: 'hasMany, absent', mark: 'line', points: absent!.map(sizePoint) },
      { name: 'hasMany, present', mark: 'line', points: present!.map(sizePoint) },
      ...plainSeries('plain C++, absent', absent!),
      ...plainSeries('plain C++, present', present!),
      { name: 'addMany', mark: 'line', points: pointsOf(absent!, 'bits', 'buildNs') },
      ...plainSeries('plain C++, adding', absent!, { y: 'plainBuildNs' }),
      ...cacheSeries(first, least),
    ],
  };
}

function sizePoint(row: Row): Point {
  return point(row, num(row, 'bits'));
}

/** Nothing where there is no compiler. */
function plainSeries(
  name: string,
  rows: readonly Row[],
  { x = 'bits', y = 'plainNs' }: { readonly x?: string; readonly y?: string } = {},
): Series[] {
  const known = rows.filter(({ plainNs }) => plainNs !== null);
  return known.length === 0 ? [] : [{ name, mark: 'line', points: pointsOf(known, x, y) }];
}

/** A mark below the lines where each cache ends. */
function cacheSeries(row: Row, least: number): Series[] {
  const points = ['1', '2', '3'].flatMap((level): Point[] => {
    const bytes = row[`l${level}Bytes`];
    return typeof bytes === 'number' ? [{ x: 8 * bytes, y: least / 2, note: `L${level}` }] : [];
  });
  return points.length === 0 ? [] : [{ name: 'ends of the caches', mark: 'points', points }];
}

function hashes(rows: readonly Row[]): Chart {
  const all = where(rows, { pass: 'hashes' });
  const [absent, present] = [0, 1].map((presentShare) => where(all, { presentShare }));
  const growth = (side: readonly Row[]) =>
    (num(side.at(-1)!, 'ns') / num(side.at(0)!, 'ns')).toFixed(1);
  const [fewest, most] = [num(all.at(0)!, 'hashes'), num(all.at(-1)!, 'hashes')];
  return {
    id: 'hashes',
    title: 'Time of a query by the number of probes',
    lesson:
      `From ${fewest} to ${most} probes at one fill, a present id comes to take ` +
      `${growth(present!)} times as long, an absent one ${growth(absent!)} times.`,
    x: { title: 'probes k', unit: '', scale: 'linear' },
    y: { ...nsAxis, scale: 'linear' },
    series: [
      { name: 'hasMany, absent', mark: 'line', points: absent!.map(hashesPoint) },
      { name: 'hasMany, present', mark: 'line', points: present!.map(hashesPoint) },
      ...plainSeries('plain C++, absent', absent!, { x: 'hashes' }),
      ...plainSeries('plain C++, present', present!, { x: 'hashes' }),
    ],
    claims: ['S0-12'],
  };
}

function hashesPoint(row: Row): Point {
  return point(row, num(row, 'hashes'));
}
