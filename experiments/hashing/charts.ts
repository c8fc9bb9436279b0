import type { Chart, Point, Series } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { num, where } from '../rows.ts';
import { letterCharts } from './letter-charts.ts';
import { schemeNames } from './plan.ts';
import { storedCharts } from './stored-charts.ts';

export function hashingCharts(rows: readonly Row[]): Chart[] {
  return [
    schemesChart(rows),
    stridesChart(rows),
    shapesChart(rows),
    sameHashChart(rows),
    firstVersionChart(rows),
    craftedChart(rows),
    gzipChart(rows),
    ...letterCharts(rows),
    ...storedCharts(rows),
  ];
}

/** The rate over one of its predictions, with its interval; a bound where nothing was seen. */
function relative(row: Row, x: string, column: 'theory' | 'fromFill'): Point {
  const [low, high] = ['rateLow', 'rateHigh'].map((end) => num(row, end) / num(row, column));
  if (row.falsePositives === 0) return { x, y: high!, bound: 'upper', note: 'no false positive' };
  const ends = low! > 0 ? { low: low!, high: high! } : { high: high! };
  return { x, y: num(row, 'rate') / num(row, column), ...ends };
}

function schemesChart(rows: readonly Row[]): Chart {
  const all = where(rows, { pass: 'scheme' });
  const series = ['few', 'some', 'many'].map((size): Series => {
    const ofSize = where(all, { size });
    const { n, p } = ofSize[0]!;
    return {
      name: `${n} ids, p = ${p}`,
      mark: 'points',
      points: schemeNames.map((scheme) => {
        return relative(where(ofSize, { scheme })[0]!, scheme, 'theory');
      }),
    };
  });
  return {
    id: 'schemes',
    title: 'Rate over theory for each scheme, random ids',
    lesson:
      'For many ids two good hashes are as good as k. For few, plain double hashing lets through ' +
      'more than the formula, and more still without the wrap at 2^64; enhanced double hashing ' +
      'comes close to independent hashes. A second hash that is 0, or no mixer, is wrong at any size.',
    x: { title: 'scheme', unit: '', scale: 'category' },
    y: { title: 'rate / theory', unit: '', scale: 'log' },
    series,
    claims: ['S0-23', 'S3-14', 'S3-23', 'S3-44', 'S2-09'],
  };
}

function stridesChart(rows: readonly Row[]): Chart {
  const points = where(rows, { pass: 'positions' })
    .filter((row) => row.hashes === 10 && num(row, 'distinct') < 9.9)
    .map((row) => ({ x: String(row.scheme), y: num(row, 'distinct') }));
  return {
    id: 'strides',
    title: 'Different positions of k = 10 under bad second hashes',
    lesson:
      'Only the unbounded sum collapses when h2 is 0 mod m; the sum that wraps at 2^64 still gives ' +
      'more than five positions. All schemes and strides of k = 10 not shown give ten.',
    x: { title: 'second hash', unit: '', scale: 'category' },
    y: { title: 'different positions, mean of 1000', unit: 'positions', scale: 'linear' },
    series: [{ name: 'different positions', mark: 'bars', points }],
    claims: ['S0-24', 'S0-11', 'S2-18', 'S3-15'],
  };
}

function shapesChart(rows: readonly Row[]): Chart {
  const shapes = where(rows, { pass: 'shapes' });
  const schemes = [...new Set(shapes.map((row) => String(row.scheme)))];
  return {
    id: 'shapes',
    title: 'Rate over fill^k for ids of every shape',
    lesson:
      'With splitmix64 the shape of the ids does not matter. Without a mixer, or with the identity ' +
      'as libstdc++ hashes integers, some shapes are let through dozens of times too often.',
    x: { title: 'shape of the ids', unit: '', scale: 'category' },
    y: { title: 'rate / fill^k', unit: '', scale: 'log' },
    series: schemes.map((scheme) => ({
      name: scheme,
      mark: 'points',
      points: where(shapes, { scheme }).map((row) => relative(row, String(row.shape), 'fromFill')),
    })),
    claims: ['S0-25', 'S3-42'],
  };
}

function sameHashChart(rows: readonly Row[]): Chart {
  const strings = where(rows, { pass: 'strings', text: 'user' }).filter(({ p }) => p !== undefined);
  const integers = where(rows, { pass: 'integers', scheme: 'S3 v3, integers' });
  return {
    id: 'same-hash',
    title: 'S3’s filters: rate over theory',
    lesson:
      'The second version meets its theory. The third hashes twice with one function: strings pass ' +
      '3.5 times too often at 1 % and 10 times at 0.1 %, integers 70 times.',
    x: { title: 'filter and what it is asked for', unit: '', scale: 'category' },
    y: { title: 'rate / theory', unit: '', scale: 'log' },
    series: [
      {
        name: 'strings user:N',
        mark: 'points',
        points: strings.map((row) => relative(row, `${row.scheme}, p = ${row.p}`, 'theory')),
      },
      {
        name: 'integers 0 … 9999, p = 0.001',
        mark: 'points',
        points: integers.map((row) => relative(row, String(row.shape), 'theory')),
      },
    ],
    claims: ['S3-17', 'S3-32', 'S3-33', 'S3-34', 'S3-48'],
  };
}

function firstVersionChart(rows: readonly Row[]): Chart {
  const loads = where(rows, { pass: 'strings', scheme: 'S3 v1', text: 'user' });
  return {
    id: 'estimate',
    title: 'S3’s first version (10^6 bits, k = 3): fill^k against the rate',
    lesson: 'fill^k is the rate at every load, from a hundredth of the best load to twice it.',
    x: { title: 'ids in the filter', unit: 'ids', scale: 'log' },
    y: { title: 'false-positive rate', unit: '', scale: 'log' },
    series: [
      {
        name: 'measured',
        mark: 'points',
        points: loads.map((row): Point => {
          const [low, high] = [num(row, 'rateLow'), num(row, 'rateHigh')];
          const x = num(row, 'n');
          if (row.falsePositives === 0) return { x, y: high, bound: 'upper', note: 'none passes' };
          return { x, y: num(row, 'rate'), low, high };
        }),
      },
      {
        name: 'fill^k',
        mark: 'line',
        points: loads.map((row) => ({ x: num(row, 'n'), y: num(row, 'fromFill') })),
      },
    ],
    claims: ['S3-18', 'S3-19', 'S3-21', 'S3-28', 'S3-29'],
  };
}

function craftedChart(rows: readonly Row[]): Chart {
  const crafted = where(rows, { pass: 'crafted' });
  const fills = [...new Set(crafted.map((row) => num(row, 'hashes')))];
  return {
    id: 'crafted',
    title: 'Members xor 0x94d049bb133111eb: rate over fill^k',
    lesson:
      'Swapped hashes share a position with the member, so these ids pass 1/fill times as often. ' +
      'Xoring the id with a secret keeps the swap; only mixing the secret in ends it. Ids that ' +
      'were found to pass beforehand are useless against either.',
    x: { title: 'scheme', unit: '', scale: 'category' },
    y: { title: 'rate / fill^k', unit: '', scale: 'linear' },
    series: fills.map((hashes) => ({
      name: hashes === 10 ? 'half full, k = 10' : 'a quarter full, k = 3',
      mark: 'points',
      points: where(crafted, { hashes }).map((row) =>
        relative(row, String(row.scheme), 'fromFill'),
      ),
    })),
    claims: ['S0-26', 'S0-44'],
  };
}

function gzipChart(rows: readonly Row[]): Chart {
  const loads = where(rows, { pass: 'gzip' });
  const line = (column: string) =>
    loads.map((row) => ({ x: num(row, 'fill'), y: num(row, column) }));
  const letters = where(rows, { pass: 'letters' }).filter(
    ({ gzipShare }) => gzipShare !== undefined,
  );
  return {
    id: 'gzip',
    title: 'What gzip leaves of S0’s filter, and of S4’s',
    lesson:
      'A filter at its design load is half full and does not shrink; gzip helps only before. S4’s ' +
      'bits of numbered keys shrink far below the entropy: they are anything but independent.',
    x: { title: 'share of bits set', unit: '', scale: 'linear' },
    y: { title: 'compressed / plain', unit: '', scale: 'linear' },
    series: [
      { name: 'zlib, level 9', mark: 'points', points: line('gzipShare') },
      {
        name: 'S4, level 6',
        mark: 'points',
        points: letters.map((row) => ({
          x: num(row, 'fill'),
          y: num(row, 'gzipShare'),
          note: `${row.n} of ${row.text}`,
        })),
      },
      { name: 'entropy of the fill', mark: 'line', points: line('entropyShare') },
    ],
    claims: ['S3-60'],
  };
}
