import type { Chart, Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { find, num, pointsOf, where } from '../rows.ts';
import { breakEven, meanTtlSeconds, modelBytes } from './model.ts';
import { articleSet, ownSet, type Parameters } from './plan.ts';

export function memoryCharts(rows: readonly Row[], params: Parameters): Chart[] {
  return [
    decisionChart(rows, params),
    bytesChart(rows, params),
    bytesEach(rows),
    setsChart(rows, params),
    processesChart(rows),
    steadyChart(rows),
    floodChart(rows),
  ];
}

const sentinelAxis = { title: 'distinct absent ids asked for', unit: 'ids', scale: 'log' } as const;

/** Points for lines of the model: the ends of its steps and some between. */
function modelPoints(most: number, y: (sentinels: number) => number): Point[] {
  const between = (places: number) => [1, 1.15, 1.35, 1.6].map((f) => Math.round(places * f));
  const at = [1_000, most];
  for (let places = 1_024; places < most; places *= 2) at.push(...between(places), places + 1);
  return at
    .filter((sentinels) => sentinels <= most)
    .toSorted((a, b) => a - b)
    .map((sentinels) => ({ x: sentinels, y: y(sentinels) }));
}

function bySentinels(rows: readonly Row[]): Row[] {
  return where(rows, { pass: 'sentinels' }).toSorted(
    (a, b) => num(a, 'sentinels') - num(b, 'sentinels'),
  );
}

function bytesChart(rows: readonly Row[], { skus }: Parameters): Chart {
  const points = bySentinels(rows);
  const most = Math.max(...points.map((row) => num(row, 'sentinels')));
  const constant = (set: string) => {
    const bytes = num(find(rows, { pass: 'sets', skus, set })!, 'setBytes');
    return {
      name: set,
      mark: 'line' as const,
      points: [1_000, most].map((x) => ({ x, y: bytes })),
    };
  };
  return {
    id: 'bytes',
    title: 'Bytes of sentinels while ids are enumerated',
    lesson:
      'Sentinels pass the article’s filter at about 6,000 ids; an exact bitmap or range check of ' +
      'contiguous ids is smaller than either from the start.',
    x: sentinelAxis,
    y: { title: 'memory', unit: 'bytes', scale: 'log' },
    series: [
      {
        name: 'sentinels, used_memory less the empty server',
        mark: 'points',
        points: pointsOf(points, 'sentinels', 'sentinelBytes'),
      },
      { name: '128·N + 16·2^k', mark: 'line', points: modelPoints(most, modelBytes) },
      {
        name: 'MEMORY USAGE x N',
        mark: 'points',
        points: pointsOf(
          points,
          'sentinels',
          (row) => num(row, 'memoryUsageBytes') * num(row, 'sentinels'),
        ),
      },
      constant(articleSet),
      constant('JS Set'),
      constant('sorted Uint32Array'),
      constant('bitmap'),
      constant('range check'),
    ],
    claims: ['S0-03', 'S0-04', 'S0-19'],
  };
}

/** The question of a shop: at which rate of attack does which defence take less memory? */
function decisionChart(rows: readonly Row[], { skus }: Parameters): Chart {
  const rates = [1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000];
  const bytesOf = (set: string) => {
    const row = find(rows, { pass: 'sets', skus, set })!;
    return num(row, 'filterBytes' in row ? 'filterBytes' : 'setBytes');
  };
  const flat = (name: string, set: string, processes: number) => {
    const bytes = processes * bytesOf(set);
    const points = [rates[0]!, rates.at(-1)!].map((x) => ({ x, y: bytes }));
    return { name, mark: 'line' as const, points };
  };
  const evenRate = (set: string) => Math.round(breakEven(bytesOf(set)) / meanTtlSeconds);
  return {
    id: 'decision',
    title: 'Memory under an attack that lasts, by its rate (computed from the measured sizes)',
    lesson:
      `Below ${evenRate(articleSet)} new absent ids a second sentinels take less memory than the ` +
      `article’s filter in one process, below ${evenRate(ownSet)} less than one made for the ` +
      'SKUs; where ids are dense, a bitmap takes less than either filter.',
    x: { title: 'new absent ids', unit: 'ids/s', scale: 'log' },
    y: { title: 'memory', unit: 'bytes', scale: 'log' },
    series: [
      {
        name: `sentinels alive, mean TTL ${meanTtlSeconds} s`,
        mark: 'line',
        points: rates.map((rate) => ({ x: rate, y: modelBytes(rate * meanTtlSeconds) })),
      },
      flat('article’s filter, 1 process', articleSet, 1),
      flat('article’s filter, 8 processes', articleSet, 8),
      flat('filter made for the SKUs, 1 process', ownSet, 1),
      flat('bitmap, 1 process', 'bitmap', 1),
    ],
    claims: ['S0-41'],
  };
}

function bytesEach(rows: readonly Row[]): Chart {
  const points = bySentinels(rows);
  const most = Math.max(...points.map((row) => num(row, 'sentinels')));
  return {
    id: 'bytes-each',
    title: 'Bytes of one sentinel',
    lesson:
      'One sentinel costs 144 … 160 bytes by the steps of Redis’s tables (176 for as long as a ' +
      'table is being doubled); MEMORY USAGE leaves out the tables and the expires entry.',
    x: sentinelAxis,
    y: { title: 'bytes a sentinel', unit: 'bytes', scale: 'linear' },
    series: [
      {
        name: 'used_memory',
        mark: 'points',
        points: pointsOf(points, 'sentinels', 'bytesPerSentinel'),
      },
      { name: '128 + 16·2^k/N', mark: 'line', points: modelPoints(most, (n) => modelBytes(n) / n) },
      {
        name: 'MEMORY USAGE',
        mark: 'points',
        points: pointsOf(points, 'sentinels', 'memoryUsageBytes'),
      },
    ],
    claims: ['S1-34', 'S2-02', 'S2-03'],
  };
}

function setsChart(rows: readonly Row[], { fewSkus, skus }: Parameters): Chart {
  return {
    id: 'sets',
    title: 'What each kind of set takes',
    lesson:
      `The filter is as large as its capacity wants, for ${fewSkus} SKUs as for ${skus}; where ` +
      'ids are dense, a range check and a bitmap are smaller.',
    x: { title: 'set', unit: '', scale: 'category' },
    y: { title: 'memory', unit: 'bytes', scale: 'log' },
    series: [fewSkus, skus].map((count) => ({
      name: `${count} SKUs`,
      mark: 'bars',
      points: where(rows, { pass: 'sets', skus: count }).map((row) => ({
        x: String(row.set),
        y: num(row, 'setBytes'),
        note: String(row.method),
      })),
    })),
  };
}

function processesChart(rows: readonly Row[]): Chart {
  const cells = where(rows, { pass: 'processes' });
  const marks = (name: string, y: string | ((row: Row) => number)) => ({
    name,
    mark: 'points' as const,
    points: pointsOf(cells, 'processes', y),
  });
  return {
    id: 'processes',
    title: 'Filters in several processes',
    lesson:
      'Every process holds a filter of its own, while all share the sentinels. The resident ' +
      'memory grows by more than the filter: WebAssembly and the code that fills it come along.',
    x: { title: 'processes', unit: '', scale: 'linear' },
    y: { title: 'memory', unit: 'bytes', scale: 'log' },
    series: [
      marks('bits of all filters', 'filterBytes'),
      marks('WASM memory of all filters', 'setBytes'),
      marks('growth of RSS while they are made', 'rssGrowthBytes'),
    ],
  };
}

function steadyChart(rows: readonly Row[]): Chart {
  const samples = where(rows, { pass: 'steady' });
  const line = (name: string, column: string) => ({
    name,
    mark: 'line' as const,
    points: pointsOf(samples, 'atSecond', column),
  });
  return {
    id: 'steady',
    title: 'A flood of new ids that lasts (TTLs of 2 or 3 s)',
    lesson:
      'The keys stop growing when the first sentinels expire; Redis counts more than are alive, ' +
      'since expired keys that nobody asks for are removed late.',
    x: { title: 'time', unit: 's', scale: 'linear' },
    y: { title: 'sentinels', unit: 'keys', scale: 'linear' },
    series: [
      line('written so far', 'sent'),
      line('keys counted by Redis', 'keys'),
      line('rate x mean TTL', 'aliveExpected'),
    ],
    claims: ['S0-02'],
  };
}

function floodChart(rows: readonly Row[]): Chart {
  const floods = where(rows, { pass: 'flood' });
  const bars = (name: string, column: string) => ({
    name,
    mark: 'bars' as const,
    points: floods.map((row) => ({ x: `${row.skus} SKUs`, y: num(row, column) })),
  });
  return {
    id: 'flood',
    title: 'The same flood against a small and a large shop',
    lesson: 'How many sentinels a flood leaves depends on the ids asked for, not on the SKUs.',
    x: { title: 'shop', unit: '', scale: 'category' },
    y: { title: 'sentinels left', unit: 'keys', scale: 'linear' },
    series: [bars('keys in Redis', 'keys')],
    claims: ['S0-16', 'S0-17', 'S0-18', 'S1-10'],
  };
}
