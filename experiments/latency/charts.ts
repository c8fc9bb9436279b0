import type { Chart, Point, Series } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { medianInterval } from '../../src/stats/median.ts';
import { num, where } from '../rows.ts';
import { type AttackedDefence, attackedDefences, levelsOf, tables } from './plan.ts';
import { type Side, short, values } from './ratios.ts';

export function latencyCharts(rows: readonly Row[]): Chart[] {
  return [
    byLevel(rows, 'latencyNsP50', {
      id: 'normal-p50',
      title: 'Normal users: latency of half of the requests',
    }),
    byLevel(rows, 'latencyNsP99', {
      id: 'normal-p99',
      title: 'Normal users: latency of 99 % of the requests',
      claims: ['S1-04', 'S2-01'],
    }),
    throughput(rows),
    cpu(rows),
  ];
}

const floods = (rows: readonly Row[]) =>
  where(rows, { pass: 'point', table: 'fits', level: 'flood' });

function medianPoint(x: string, samples: readonly number[], none = 'too few requests'): Point {
  const median = medianInterval(samples);
  if (median === null) return { x, y: null, note: none };
  const { low, high, confidence } = median;
  const note = `${samples.length} rounds, interval of ${(100 * confidence).toFixed(1)} %`;
  return { x, y: median.median, low, high, note };
}

const milliseconds = (column: string) => (row: Row) => {
  const ns = row[column];
  return typeof ns === 'number' ? ns / 1e6 : null;
};

/** Tables that were measured, each at its levels. */
function scenes(rows: readonly Row[]): Omit<Side, 'defence'>[] {
  return tables
    .filter((table) => where(rows, { pass: 'point', table }).length > 0)
    .flatMap((table) => levelsOf(table).map((level) => ({ table, level })));
}

function byLevel(
  rows: readonly Row[],
  column: string,
  words: Pick<Chart, 'id' | 'title' | 'claims'>,
): Chart {
  const samples = (side: Side) => values(rows, side, milliseconds(column));
  const series = attackedDefences.map(
    (defence): Series => ({
      name: defence,
      mark: 'bars',
      points: scenes(rows).map(({ table, level }) =>
        medianPoint(`${table}: ${level}`, samples({ table, level, defence })),
      ),
    }),
  );
  return {
    ...words,
    lesson: byLevelLesson(samples) + overloadedLesson(rows),
    x: { title: 'table, and attack', unit: '', scale: 'category' },
    y: { title: 'median of rounds', unit: 'ms', scale: 'log' },
    series,
  };
}

function byLevelLesson(samples: (side: Side) => number[]): string {
  const median = (level: Side['level'], defence: AttackedDefence) =>
    medianInterval(samples({ table: 'fits', level, defence }))?.median;
  const inWords = ([level, defence]: readonly [Side['level'], AttackedDefence]) => {
    const ms = median(level, defence);
    return ms === undefined ? 'too few requests to tell' : `${short(ms)} ms`;
  };
  return (
    `Without a defence ${inWords(['quiet', 'none'])} while nobody attacks and ` +
    `${inWords(['flood', 'none'])} under the flood; with the filter ${inWords(['flood', 'bloom'])}. ` +
    'Counted from when a request was due.'
  );
}

/** Refusals are fast answers: where there are some, the latencies say nothing and are left out. */
function overloadedLesson(rows: readonly Row[]): string {
  const count = where(rows, { pass: 'point', overloaded: true }).length;
  return count === 0 ? '' : ` Left out: ${count} points at which requests were refused or dropped.`;
}

function throughput(rows: readonly Row[]): Chart {
  const rate = (row: Row) => num(row, 'attackRequests') / num(row, 'attackSeconds');
  const over = (defence: AttackedDefence) => where(floods(rows), { defence }).map(rate);
  const alone = (defence: AttackedDefence) =>
    where(rows, { pass: 'in process', defence }).map(rate);
  const median = (samples: readonly number[]) => medianInterval(samples)!.median;
  const times = (a: readonly number[], b: readonly number[]) => short(median(a) / median(b));
  return {
    id: 'throughput',
    title: 'Answers to absent ids, as fast as the clients can ask',
    lesson:
      `The filter answers ${times(alone('bloom'), alone('none'))} times as many absent ids a second ` +
      `inside the process, ${times(over('bloom'), over('none'))} times as many over HTTP, where ` +
      'each answer also takes a client, two sockets and a service.',
    x: { title: 'defence', unit: '', scale: 'category' },
    y: { title: 'median of rounds', unit: 'requests/s', scale: 'log' },
    series: [
      {
        name: 'over HTTP, beside normal users',
        mark: 'bars',
        points: attackedDefences.map((defence) => medianPoint(defence, over(defence))),
      },
      {
        name: 'inside the process',
        mark: 'bars',
        points: (['none', 'bloom'] as const).map((name) => medianPoint(name, alone(name))),
      },
    ],
    claims: ['S3-05', 'S1-03'],
  };
}

const processes = [
  ['client', 'clientCpuSeconds'],
  ['service', 'serviceCpuSeconds'],
  ['Redis', 'redisCpuSeconds'],
  ['MySQL', 'mysqlCpuSeconds'],
] as const;

function cpu(rows: readonly Row[]): Chart {
  const perMillion = (column: string) => (row: Row) => {
    const seconds = row[column];
    const requests = num(row, 'normalRequests') + num(row, 'attackRequests');
    return typeof seconds === 'number' ? (1e6 * seconds) / requests : null;
  };
  const samples = (column: string, defence: AttackedDefence) =>
    where(floods(rows), { defence })
      .map(perMillion(column))
      .filter((value) => value !== null);
  const spent = (column: string, defence: AttackedDefence) => {
    const median = medianInterval(samples(column, defence))?.median;
    return median === undefined ? 'an unknown number' : short(median);
  };
  return {
    id: 'cpu',
    title: 'CPU seconds per million requests under the flood',
    lesson:
      'CPU seconds on a million requests without a defence and behind the filter: ' +
      processes
        .map(([name, column]) => `${name} ${spent(column, 'none')} and ${spent(column, 'bloom')}`)
        .join(', ') +
      '. Service and clients start cold in each round.',
    x: { title: 'defence', unit: '', scale: 'category' },
    y: { title: 'CPU seconds per million requests, medians', unit: 's', scale: 'linear' },
    series: processes.map(([name, column]) => ({
      name,
      mark: 'stacked-bars',
      points: attackedDefences.map((defence) => {
        const { x, y, note } = medianPoint(defence, samples(column, defence), 'not told here');
        return { x, y, ...(note === undefined ? {} : { note }) };
      }),
    })),
  };
}
