import type { Chart, Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { integer, num, where } from '../rows.ts';
import { type SystemName, systemNames, type TrafficName, trafficNames } from './plan.ts';
import { measuredRow } from './select.ts';

export function systemsCharts(rows: readonly Row[]): Chart[] {
  return [selectsChart(rows), roundTripsChart(rows), wrongAnswersChart(rows), sizesChart(rows)];
}

type Words = Pick<Chart, 'id' | 'title' | 'lesson' | 'claims'>;

/** A bar for each system that was measured, in groups by traffic. */
function perRequest(
  rows: readonly Row[],
  traffics: readonly TrafficName[],
  y: { readonly title: string; readonly of: (row: Row) => number },
  words: Words,
): Chart {
  const available = systemNames.filter((system) => measuredRow(rows, system, 'repeat'));
  const missing = systemNames.filter((system) => !available.includes(system));
  const note = missing.length === 0 ? '' : ` Not available on this server: ${missing.join(', ')}.`;
  const point = (system: SystemName, traffic: TrafficName): Point => {
    const row = measuredRow(rows, system, traffic)!;
    return { x: traffic, y: y.of(row) / num(row, 'requests') };
  };
  return {
    ...words,
    lesson: words.lesson + note,
    x: { title: 'traffic', unit: '', scale: 'category' },
    y: { title: y.title, unit: '', scale: 'linear' },
    series: available.map((system) => ({
      name: system,
      mark: 'bars',
      points: traffics.map((traffic) => point(system, traffic)),
    })),
  };
}

function selectsChart(rows: readonly Row[]): Chart {
  const s2 = measuredRow(rows, 'S2, as written', 'random')!;
  const s4 = measuredRow(rows, 'S4, null cache', 'random')!;
  return perRequest(
    rows,
    trafficNames,
    { title: 'queries for nothing, a request', of: (row) => num(row, 'db-miss') },
    {
      id: 'selects',
      title: 'Requests that ask MySQL for a row that is not there',
      lesson:
        `Of ${integer(num(s4, 'absent'))} random absent requests, a null cache alone lets ` +
        `${integer(num(s4, 'db-miss'))} through to MySQL, and S2’s filter in Redis ` +
        `${integer(num(s2, 'db-miss'))}.`,
      claims: ['S2-02', 'S2-22', 'S3-54'],
    },
  );
}

function roundTripsChart(rows: readonly Row[]): Chart {
  const of = (system: SystemName) => {
    const row = measuredRow(rows, system, 'repeat')!;
    return (num(row, 'roundTrips') / num(row, 'requests')).toPrecision(2);
  };
  return perRequest(
    rows,
    trafficNames,
    { title: 'round trips to Redis, a request', of: (row) => num(row, 'roundTrips') },
    {
      id: 'round-trips',
      title: 'Round trips to Redis',
      lesson:
        `A request that the filter refuses costs ${of('S0, filter')} round trips with a filter in ` +
        `the process, ${of('S2, one filter object')} with one in Redis, and ` +
        `${of('S2, as written')} as article S2 writes it, with a new object for each request.`,
      claims: ['S2-17'],
    },
  );
}

function wrongAnswersChart(rows: readonly Row[]): Chart {
  const s3 = measuredRow(rows, 'S3, filter of cached keys', 'zipfian')!;
  const s4 = measuredRow(rows, 'S4, null cache', 'repeat')!;
  return perRequest(
    rows,
    trafficNames,
    {
      title: 'wrong answers, a request',
      of: (row) => num(row, 'wrong404s') + num(row, 'marksHandedOut'),
    },
    {
      id: 'wrong-answers',
      title: 'Rows called absent, and placeholders handed out as data',
      lesson:
        `With half of the rows cached, S3’s filter calls ${integer(num(s3, 'wrong404s'))} of ` +
        `${integer(num(s3, 'requests'))} requests for present ids absent; S4’s cache gives its ` +
        `placeholder to ${integer(num(s4, 'marksHandedOut'))} of ` +
        `${integer(num(s4, 'requests'))} requests for one absent id.`,
      claims: ['S3-62', 'S4-07', 'S4-10'],
    },
  );
}

function sizesChart(rows: readonly Row[]): Chart {
  const filters = where(rows, { pass: 'sizes' });
  const own = filters.find(({ filter }) => filter === 'S0')!;
  const sizes = ['too large', 'fits', 'too small'];
  return {
    id: 'sizes',
    title: 'Does the size of a filter fit what is in it?',
    lesson:
      `Judged by its set bits, S0’s own filter is ${own.size} at ` +
      `${Math.round(100 * num(own, 'load'))} % of the ids it is sized for: absent ids pass at ` +
      `${num(own, 'rate').toExponential(1)}, not at ${num(own, 'designRate').toExponential(1)}. ` +
      'Within 75 % … 125 % nothing is said.',
    x: { title: 'ids in the filter, of those that it is sized for', unit: '', scale: 'linear' },
    y: { title: 'false-positive rate', unit: '', scale: 'log' },
    series: sizes
      .map((size) => ({
        name: size,
        mark: 'points' as const,
        points: where(filters, { size }).map((row) => ({
          x: num(row, 'load'),
          y: num(row, 'rate'),
          note: String(row.line),
        })),
      }))
      .filter(({ points }) => points.length > 0),
  };
}
