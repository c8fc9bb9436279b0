import type { Chart, Point, Series } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { find, integer, num, where } from '../rows.ts';
import { rebuildIntervals } from './plan.ts';

export function lifecycleCharts(rows: readonly Row[]): Chart[] {
  return [wrong404Chart(rows), churnChart(rows), ...rebuildChart(rows), ...newsChart(rows)];
}

interface Share {
  readonly x: string;
  readonly of: number;
  readonly refused: number;
}

/** Requests for rows that exist, and how many of them were refused. */
function shares(rows: readonly Row[]): Share[] {
  const swaps = where(rows, { pass: 'swap' }).map((row) => ({
    x: row.way === 'swap' ? 'rebuild and swap' : 'rebuild in place',
    of: num(row, 'presentLookedAt'),
    refused: num(row, 'presentRejected'),
  }));
  const starts = where(rows, { pass: 'cold start', phase: 'before the build' }).map((row) => ({
    x: `start, ${row.posture}`,
    of: num(row, 'presentAsked'),
    refused: num(row, 'presentAsked') - num(row, 'presentFound'),
  }));
  const inserts = where(rows, { pass: 'processes' })
    .filter((row) => row.foundAtOnce !== undefined)
    .map((row) => ({
      x: `inserted elsewhere, ${row.situation}`,
      of: num(row, 'inserted'),
      refused: num(row, 'inserted') - num(row, 'foundAtOnce'),
    }));
  return [...swaps, ...starts, ...inserts];
}

function wrong404Chart(rows: readonly Row[]): Chart {
  const all = shares(rows);
  const refusing = all.filter(({ refused }) => refused > 0).map(({ x }) => x);
  return {
    id: 'wrong-404',
    title: 'Requests for SKUs that exist, answered with 404',
    lesson:
      refusing.length === 0
        ? 'No SKU that exists was refused.'
        : `SKUs that exist were refused in these cases: ${refusing.join('; ')}.`,
    x: { title: 'what happens to the filter', unit: '', scale: 'category' },
    y: { title: 'refused', unit: '%', scale: 'linear' },
    series: [
      {
        name: 'wrong 404s',
        mark: 'bars',
        points: all.map(({ x, of, refused }) => ({
          x,
          y: (100 * refused) / of,
          note: `${integer(refused)} of ${integer(of)}`,
        })),
      },
    ],
    claims: ['S0-28', 'S0-31', 'S0-32', 'S2-11'],
  };
}

function churnChart(rows: readonly Row[]): Chart {
  const last = (rebuildEvery: number) => where(rows, { pass: 'churn', rebuildEvery }).at(-1)!;
  const passing = (row: Row) =>
    `${Math.round((100 * num(row, 'deadPassing')) / num(row, 'dead'))} %`;
  const [never, often] = [last(0), last(1)];
  return {
    id: 'churn',
    title: 'Deleted ids that pass the filter, while a tenth of the SKUs is replaced at each step',
    lesson:
      `After ${never.step} steps ${passing(never)} of the deleted ids pass a filter that was never ` +
      `rebuilt, and ${passing(often)} one that is rebuilt at each step.`,
    x: { title: 'steps', unit: '', scale: 'linear' },
    y: { title: 'deleted ids that pass, per live SKU', unit: '', scale: 'linear' },
    series: rebuildIntervals.map((rebuildEvery) => ({
      name: rebuildEvery === 0 ? 'never rebuilt' : `rebuilt each ${rebuildEvery} steps`,
      mark: 'line',
      points: where(rows, { pass: 'churn', rebuildEvery }).map((row) => ({
        x: num(row, 'step'),
        y: num(row, 'deadPassing') / num(row, 'live'),
      })),
    })),
    claims: ['S1-09', 'S2-19', 'S2-21'],
  };
}

const goalMs = 20;

function rebuildChart(rows: readonly Row[]): Chart[] {
  const passes = where(rows, { pass: 'rebuild' });
  if (passes.length === 0) return [];
  const longest = Math.max(
    ...where(passes, { during: 'rebuild' }).map((row) => num(row, 'blockNsMax') / 1e6),
  );
  const kept = longest <= goalMs;
  const series = (name: string, column: string): Series => ({
    name,
    mark: 'points',
    points: passes.map((row): Point => ({ x: placeOf(row), y: num(row, column) / 1e6 })),
  });
  return [
    {
      id: 'rebuild',
      title: 'How long a rebuild holds up requests',
      lesson:
        `In a rebuild the event loop stood still for ${shortMs(longest)} at most, ` +
        `${kept ? 'within' : 'above'} the ${goalMs} ms that were wanted; what it does without ` +
        'one stands beside it.',
      x: { title: 'ids, a point for each round', unit: '', scale: 'category' },
      y: { title: 'time', unit: 'ms', scale: 'log' },
      series: [
        series('longest block of the event loop', 'blockNsMax'),
        series('latency, 99 % of requests', 'latencyNsP99'),
      ],
    },
  ];
}

function placeOf(row: Row): string {
  const ids = `${integer(num(row, 'ids'))}${row.from === 'generated' ? ' made up' : ''}`;
  return row.during === 'rest' ? `${ids}, no rebuild` : ids;
}

function newsChart(rows: readonly Row[]): Chart[] {
  const delays = find(rows, { pass: 'processes', situation: 'delays' });
  const news = find(rows, { pass: 'processes', situation: 'with news' });
  if (delays === undefined || news === undefined) return [];
  const waits = [
    ['announced to heard, half', num(delays, 'heardNsP50')],
    ['announced to heard, 99 %', num(delays, 'heardNsP99')],
    ['announced to heard, all', num(delays, 'heardNsMax')],
    ['an insert, half', num(news, 'insertNsP50')],
  ] as const;
  const [half, all, insert] = ['heardNsP50', 'heardNsMax', 'insertNsP50'].map((column) =>
    shortMs(num(column === 'insertNsP50' ? news : delays, column) / 1e6),
  );
  return [
    {
      id: 'news',
      title: 'How long another process does not know a new id',
      lesson:
        `Half of the announcements were heard ${half} after they were confirmed or sooner, all ` +
        `within ${all}; an insert takes ${insert}, half of the time, from announcing to its end.`,
      x: { title: `${delays.announcements} announcements`, unit: '', scale: 'category' },
      y: { title: 'time, negative where it was heard before', unit: 'ms', scale: 'linear' },
      series: [
        {
          name: 'time',
          mark: 'bars',
          points: waits.map(([x, ns]) => ({ x, y: ns / 1e6 })),
        },
      ],
    },
  ];
}

function shortMs(ms: number): string {
  return `${Number(ms.toPrecision(2))} ms`;
}
