import type { Chart, Point, Series } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { num, percent, where } from '../rows.ts';
import { type SchemeName, schemes } from './plan.ts';
import { ratioCharts } from './ratio-charts.ts';
import { distinct, ordered, scanSoFar, series } from './select.ts';

/** Rates in one chart: each takes two styles, and seven can be told apart. */
const ratesInChart = 3;

export function sweepCharts(rows: readonly Row[]): Chart[] {
  return [
    ...gridCharts(rows),
    ...floorCharts(rows),
    hashesChart(rows),
    loadChart(rows),
    ...ratioCharts(rows),
    scanChart(rows),
    probesChart(rows),
  ];
}

const rateAxis = { title: 'false-positive rate, FP / (FP + TN)', unit: '', scale: 'log' } as const;

/** A measured rate with its interval; without a hit only the interval's upper end is known. */
function measuredPoint(row: Row, x: string): Point {
  const { rate, low, high } = {
    rate: num(row, 'rate'),
    low: num(row, 'low'),
    high: num(row, 'high'),
  };
  const note = `${num(row, 'fp')} of ${num(row, 'probes')}, interval of ${row.intervalOf}`;
  return rate === 0
    ? { x: num(row, x), y: high, bound: 'upper', note }
    : { x: num(row, x), y: rate, low, high, note };
}

function measured(name: string, rows: readonly Row[], x: string): Series {
  return { name, mark: 'points', points: rows.map((row) => measuredPoint(row, x)) };
}

function theory(name: string, rows: readonly Row[], x: string): Series {
  const points = rows.map((row) => ({ x: num(row, x), y: num(row, 'exact') }));
  return { name, mark: 'line', points };
}

function gridCharts(rows: readonly Row[]): Chart[] {
  const rates = [...distinct(series(rows, 'grid', 'p'), 'p')].map(Number).reverse();
  const charts = Math.ceil(rates.length / ratesInChart);
  return Array.from({ length: charts }, (_, index): Chart => {
    const shown = rates.slice(index * ratesInChart, (index + 1) * ratesInChart);
    const names = shown.map((p) => percent(p)).join(', ');
    return {
      id: `rate-by-n-${index + 1}`,
      title: `Measured rates at full load against n (p = ${names})`,
      lesson:
        'From some thousand ids on the rate is the one asked for; a filter for a few ids misses ' +
        'it, the more the smaller p, because double hashing has too few different probe sequences.',
      x: { title: 'ids, each filter made for as many', unit: 'ids', scale: 'log' },
      y: rateAxis,
      series: shown.flatMap((p) => {
        const own = series(rows, 'grid', 'n', { p });
        const name = `p = ${percent(p)}`;
        return [measured(name, own, 'n'), theory(`${name}, theory`, own, 'n')];
      }),
      claims: index === 0 ? ['S0-07', 'S0-08', 'S2-06', 'S3-47'] : [],
    };
  });
}

const schemeNames: Readonly<Record<SchemeName, string>> = {
  double: 'double hashing (S0)',
  enhanced: 'enhanced double hashing',
  independent: 'k independent hashes',
};

function floorCharts(rows: readonly Row[]): Chart[] {
  const rates = [...distinct(series(rows, 'floors', 'p'), 'p')].map(Number).reverse();
  return rates.map((p) => {
    const of = (scheme: SchemeName) => series(rows, 'floors', 'n', { p, scheme });
    return {
      id: `small-n-${p}`,
      title: `Few ids: the scheme’s floor at p = ${percent(p)}`,
      lesson:
        'What a small filter gives away to double hashing and how much of it other schemes get ' +
        'back: two hashes make about m² probe sequences, so two ids share all of theirs too often. ' +
        'The gap closes about like 1/n.',
      x: { title: 'ids, each filter made for as many', unit: 'ids', scale: 'log' },
      y: rateAxis,
      series: [
        ...schemes.map((scheme) => measured(schemeNames[scheme], of(scheme), 'n')),
        theory('theory: independent probes', of('double'), 'n'),
      ],
    };
  });
}

function hashesChart(rows: readonly Row[]): Chart {
  const targets = distinct(series(rows, 'hashes', 'p'), 'p')
    .map(Number)
    .reverse();
  return {
    id: 'rate-by-k',
    title: 'Rate against k at fixed bits an id (n = 100,000)',
    lesson:
      'The optimum k = m/n ln 2 is flat: one probe more or fewer costs 1 to 5 %, a single probe ' +
      'costs factors, and beyond the optimum more probes fill the filter and raise the rate.',
    x: { title: 'probes an id, k', unit: '', scale: 'linear' },
    y: rateAxis,
    series: targets.flatMap((p) => {
      const own = series(rows, 'hashes', 'hashes', { p });
      const bits = own[0] === undefined ? 0 : num(own[0], 'bits') / num(own[0], 'n');
      const name = `${bits.toFixed(2)} bits an id`;
      return [measured(name, own, 'hashes'), theory(`${name}, theory`, own, 'hashes')];
    }),
    claims: ['S0-21', 'S3-12'],
  };
}

function loadChart(rows: readonly Row[]): Chart {
  return {
    id: 'rate-by-load',
    title: 'Rate against load, up to ten times the capacity',
    lesson:
      'The rate asked for holds at one load only. At twice the capacity 1 % has become 15.7 %, at ' +
      'five times 83 %; no error is raised, the filter silently says “maybe” to everything.',
    x: { title: 'ids in the filter / capacity', unit: '', scale: 'log' },
    y: rateAxis,
    series: ['S0', 'S2', 'S3'].flatMap((filter) => {
      const own = series(rows, 'load', 'load', { filter });
      const drawn = own.filter((row) => num(row, 'exact') > 1e-12);
      return [measured(filter, own, 'load'), theory(`${filter}, theory`, drawn, 'load')];
    }),
    claims: ['S0-09', 'S0-20', 'S0-22', 'S2-10', 'S2-16', 'S3-16', 'S3-51'],
  };
}

function scanChart(rows: readonly Row[]): Chart {
  const first = where(rows, { pass: 'scan' })[0];
  const rate = first === undefined ? 0 : num(first, 'fromFill');
  const ends = scanSoFar(rows);
  return {
    id: 'scan',
    title: 'Every id from 200001 on that passes the article’s filter',
    lesson:
      'A census: all ids were asked, so there is no interval. Which ids pass is fixed for ever: ' +
      'the first four are 3703687, 4500719, 8778062 and 9130835.',
    x: { title: 'asked up to id', unit: '', scale: 'log' },
    y: { title: 'ids that passed so far', unit: 'ids', scale: 'linear' },
    series: [
      { name: 'counted', mark: 'points', points: ends.map(({ to, fp }) => ({ x: to, y: fp })) },
      {
        name: 'expected from the fill',
        mark: 'line',
        points: ends.map(({ to }) => ({ x: to, y: rate * (to - 200_000) })),
      },
    ],
    claims: ['S0-10'],
  };
}

function probesChart(rows: readonly Row[]): Chart {
  const own = ordered(where(rows, { pass: 'probes' }), 'n');
  const fill = (row: Row) => num(row, 'bitsSet') / num(row, 'bits');
  return {
    id: 'probes',
    title: 'Bits looked at until an absent id is answered',
    lesson: 'k is only the bound: a query ends at the first clear bit, after 1/(1 - fill) bits.',
    x: { title: 'fill, bits set / m', unit: '', scale: 'linear' },
    y: { title: 'bits a query', unit: 'bits', scale: 'linear' },
    series: [
      {
        name: 'counted',
        mark: 'points',
        points: own.map((row) => ({
          x: fill(row),
          y: num(row, 'probesPerQuery'),
          low: num(row, 'low'),
          high: num(row, 'high'),
        })),
      },
      {
        name: '(1 - fill^k) / (1 - fill)',
        mark: 'line',
        points: own.map((row) => ({ x: fill(row), y: num(row, 'probesExpected') })),
      },
    ],
    claims: ['S0-12'],
  };
}
