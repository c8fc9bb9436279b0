import type { Chart, Point, Series } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { num, where } from '../rows.ts';
import { type Kind, kinds } from './plan.ts';
import { holdingModel, openRows, short, withMeans } from './select.ts';

export function stampedeCharts(rows: readonly Row[]): Chart[] {
  return [openChart(rows), closedChart(rows), processesChart(rows)].filter(({ series }) =>
    series.some(({ points }) => points.length > 0),
  );
}

const perExpiry = { title: 'SELECTs per expiry', unit: '', scale: 'log' } as const;

/** R·W, W as it was measured. */
function arrivals(row: Row): number {
  return num(row, 'expectedEach') - 1;
}

function openChart(rows: readonly Row[]): Chart {
  const loose = withMeans(kinds.flatMap((id) => openRows(rows, id, false)));
  const holding = holdingModel(loose).length;
  const joined = where(rows, { pass: 'open', singleFlight: true });
  const most = Math.max(0, ...joined.map((row) => num(row, 'mostSelects')));
  const series = (id: Kind, singleFlight: boolean): Series => ({
    name: `${id} id${singleFlight ? ', single flight' : ''}`,
    mark: 'points',
    points: withMeans(openRows(rows, id, singleFlight)).map(openPoint),
  });
  return {
    id: 'open',
    title: 'SELECTs when an entry expires under requests at a rate',
    lesson:
      `While the first request loads, R·W others come and find nothing either. ` +
      `${holding} of ${loose.length} intervals hold 1 + R·W; with single flight ` +
      `${most} at most.`,
    x: { title: 'R·W, requests during the first load', unit: '', scale: 'log' },
    y: perExpiry,
    series: [
      ...[false, true].flatMap((singleFlight) => kinds.map((id) => series(id, singleFlight))),
      { name: '1 + R·W', mark: 'line', points: modelPoints(loose.map(arrivals)) },
    ],
    claims: ['S1-17', 'S4-04', 'S4-06'],
  };
}

function openPoint(row: Row): Point {
  return {
    x: arrivals(row),
    y: num(row, 'selectsEach'),
    low: num(row, 'selectsEachLow'),
    high: num(row, 'selectsEachHigh'),
    note: `${row.rate}/s, W = ${short(num(row, 'windowMs'))} ms, ${row.expiries} expiries, 95 %`,
  };
}

/** From a little below the smallest to a little above the largest; a bend on a log axis. */
function modelPoints(xs: readonly number[]): Point[] {
  if (xs.length === 0) return [];
  const [from, to] = [Math.min(...xs) / 1.5, Math.max(...xs) * 1.5];
  const steps = 40;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const x = from * (to / from) ** (step / steps);
    return { x, y: 1 + x };
  });
}

function closedChart(rows: readonly Row[]): Chart {
  const closed = where(rows, { pass: 'closed' });
  const joined = where(closed, { singleFlight: true });
  const most = Math.max(0, ...joined.map((row) => num(row, 'mostSelects')));
  const exactly = where(closed, { singleFlight: false }).every(
    ({ clients, fewestSelects, mostSelects }) =>
      fewestSelects === clients && mostSelects === clients,
  );
  return {
    id: 'closed',
    title: 'SELECTs when an entry expires under clients that ask anew when they are answered',
    lesson:
      `A closed loop measures its own size: of c clients ${exactly ? 'all c' : 'up to c'} reach ` +
      `MySQL, whatever the rate of real users. Joined, they make ${most} at most.`,
    x: { title: 'clients', unit: '', scale: 'log' },
    y: perExpiry,
    series: kinds.flatMap((id) =>
      [false, true].map((singleFlight) => ({
        name: `${id} id${singleFlight ? ', single flight' : ''}`,
        mark: 'line' as const,
        points: where(closed, { id, singleFlight }).map((row) =>
          spanPoint(row, num(row, 'clients')),
        ),
      })),
    ),
    claims: ['S0-38'],
  };
}

/** The most of some expiries, and the fewest below it. */
function spanPoint(row: Row, x: number | string): Point {
  const most = num(row, 'mostSelects');
  const note = `fewest … most of ${row.expiries} expiries`;
  return { x, y: most, low: num(row, 'fewestSelects'), high: most, note };
}

function processesChart(rows: readonly Row[]): Chart {
  const passes = where(rows, { pass: 'processes' });
  const most = (processes: number) =>
    Math.max(
      0,
      ...where(passes, { singleFlight: true, processes }).map((row) => num(row, 'mostSelects')),
    );
  return {
    id: 'processes',
    title: 'SELECTs when an entry expires under clients of one process and of two',
    lesson:
      `Loads are joined inside a process: with single flight up to ${most(1)} query in one ` +
      `process and up to ${most(2)} in two, however many clients they have.`,
    x: { title: 'the same number of clients', unit: '', scale: 'category' },
    y: perExpiry,
    series: [false, true].map((singleFlight) => ({
      name: singleFlight ? 'single flight' : 'each for itself',
      mark: 'bars' as const,
      points: where(passes, { singleFlight }).map((row) =>
        spanPoint(row, `${row.id} id, ${row.processes === 1 ? 'one process' : 'two processes'}`),
      ),
    })),
  };
}
