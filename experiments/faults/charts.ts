import { outcomes } from '../../src/funnel/outcomes.ts';
import type { Chart, Point, Series } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { find, integer, num, pointsOf, sum, where } from '../rows.ts';
import { type FaultName, faultNames, poolPlaces } from './plan.ts';

export function faultsCharts(rows: readonly Row[]): Chart[] {
  return [
    outcomesOver(rows, 'Redis killed', killedLesson(rows)),
    outcomesOver(rows, 'MySQL busy', busyLesson(rows)),
    latencyOver(rows),
    tail(rows),
  ];
}

const time: Chart['x'] = { title: 'when the request was due', unit: 'ms', scale: 'linear' };

function bins(rows: readonly Row[], fault: FaultName): Row[] {
  return where(rows, { pass: 'open loop', part: 'bin', fault });
}

function whole(rows: readonly Row[], fault: FaultName): Row {
  return find(rows, { pass: 'open loop', part: 'whole', fault })!;
}

function window(rows: readonly Row[], fault: FaultName, name: string): Row {
  return find(rows, { pass: 'open loop', part: 'window', fault, window: name })!;
}

/** A line over the time for which the fault was there. */
function faultLine(rows: readonly Row[], fault: FaultName, y: number): Series {
  const row = whole(rows, fault);
  const ends = [num(row, 'faultBeginMs'), num(row, 'faultEndMs')];
  return { name: 'the fault', mark: 'line', points: ends.map((x) => ({ x, y, note: fault })) };
}

function outcomesOver(rows: readonly Row[], fault: FaultName, lesson: string): Chart {
  const ofFault = bins(rows, fault);
  const seen = outcomes.filter((outcome) => sum(ofFault, outcome) > 0);
  const most = Math.max(...ofFault.map((row) => num(row, 'answered')));
  return {
    id: `outcomes-${fault.replaceAll(' ', '-').toLowerCase()}`,
    title: `How requests end: ${fault}`,
    lesson,
    x: time,
    y: { title: 'requests per 100 ms', unit: '', scale: 'linear' },
    series: [
      ...seen.map((name) => ({
        name,
        mark: 'stacked-bars' as const,
        points: pointsOf(ofFault, 'atMs', name),
      })),
      faultLine(rows, fault, 1.05 * most),
    ],
  };
}

function killedLesson(rows: readonly Row[]): string {
  const during = window(rows, 'Redis killed', 'during');
  const back = whole(rows, 'Redis killed').firstHitMs;
  return (
    `While Redis is dead MySQL answers what the cache had (${num(during, 'db-hit')} requests, ` +
    `${num(during, 'error')} errors) and the filter goes on (${num(during, 'filter-reject')} ` +
    'rejections); ' +
    (typeof back === 'number'
      ? `${integer(back)} ms after its return the first hit comes out of it.`
      : 'the cache was not seen to come back.')
  );
}

function busyLesson(rows: readonly Row[]): string {
  const during = window(rows, 'MySQL busy', 'during');
  const untouched = num(during, 'cache-hit') + num(during, 'filter-reject');
  return (
    `With all ${poolPlaces} places at MySQL taken ${num(during, 'refused')} requests are refused ` +
    `after a bounded wait; ${untouched} that end in the filter or in Redis do not notice.`
  );
}

function latencyOver(rows: readonly Row[]): Chart {
  const during = faultNames.map((fault) => {
    const { latencyNsMax } = window(rows, fault, 'during');
    return typeof latencyNsMax === 'number' ? { fault, ms: latencyNsMax / 1e6 } : [];
  });
  const slowest = during.flat().toSorted((a, b) => b.ms - a.ms);
  const inWords = slowest.map(({ fault, ms }) => `${fault} ${integer(ms)} ms`);
  return {
    id: 'latency-over-time',
    title: 'The slowest answer, by when its request was due',
    lesson:
      'The slowest answer to a request that was due while the fault was there: ' +
      `${inWords.join(', ')}.${lateGenerator(rows)}`,
    x: time,
    y: { title: 'slowest in 100 ms', unit: 'ms', scale: 'log' },
    series: [
      ...faultNames.map((name) => ({
        name,
        mark: 'line' as const,
        points: bins(rows, name).map((row): Point => millisecondsAt(row, 'atMs', 'latencyNsMax')),
      })),
      faultLine(rows, 'MySQL stopped', 2_000),
    ],
  };
}

/** A generator that was late itself is no fault of the servers, and must be said. */
function lateGenerator(rows: readonly Row[]): string {
  const late = where(rows, { pass: 'open loop', part: 'whole', keptSchedule: false });
  if (late.length === 0) return '';
  return ` The generator did not keep its own schedule in: ${late.map((row) => row.fault).join(', ')}.`;
}

function millisecondsAt(row: Row, x: string, column: string): Point {
  const ns = row[column];
  const at = num(row, x);
  return typeof ns === 'number'
    ? { x: at, y: ns / 1e6, ...(row.answered === undefined ? {} : { note: `n = ${row.answered}` }) }
    : { x: at, y: null, note: 'too few requests' };
}

function tail(rows: readonly Row[]): Chart {
  const ways = [
    ['open loop, from when it was due', 'open loop', 'latencyNs'],
    ['open loop, from the call', 'open loop', 'serviceNs'],
    ['closed loop, from the call', 'closed loop', 'serviceNs'],
  ] as const;
  const slowOpen = sum(where(rows, { fault: 'MySQL stopped', part: 'window' }), 'slow');
  const closed = find(rows, { pass: 'closed loop', part: 'whole' })!;
  return {
    id: 'tail',
    title: 'MySQL stopped: the tail, as an open and as a closed loop tell it',
    lesson:
      `The same stop, ${closed.requests} requests each: ${slowOpen} are slow at a fixed rate, ` +
      `${closed.slow} in a closed loop, whose ${poolPlaces} clients wait for the server instead ` +
      'of asking.',
    x: { title: 'percentile', unit: '', scale: 'category' },
    y: { title: 'latency', unit: 'ms', scale: 'log' },
    series: ways.map(([name, pass, column]) => ({
      name,
      mark: 'line',
      points: where(rows, { pass, part: 'tail' }).map(
        (row): Point => ({ ...millisecondsAt(row, 'percent', column), x: `p${row.percent}` }),
      ),
    })),
  };
}
