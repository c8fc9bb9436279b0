import type { Chart, Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { find, integer, num, pointsOf, sum, where } from '../rows.ts';
import { lasted, missed } from './select.ts';

export function renewalCharts(rows: readonly Row[]): Chart[] {
  return [absorbedChart(rows), aliveChart(rows), livesChart(rows), bulkChart(rows)];
}

function absorbedChart(rows: readonly Row[]): Chart {
  const groups = where(rows, { pass: 'group' }).filter(
    (row) => row.group !== 'unlimited' && num(row, 'requests') > 0,
  );
  const loads = Array.from({ length: 41 }, (_, step) => 10 ** (-2 + step / 12));
  const named = (name: string, group: string) => ({
    name,
    mark: 'points' as const,
    points: where(groups, { group }).map(absorbedPoint),
  });
  return {
    id: 'absorbed',
    title: 'What sentinels absorb of an attack with random ids',
    lesson: absorbedLesson(rows),
    x: { title: 'λT: requests for an id in the mean life of its entry', unit: '', scale: 'log' },
    y: { title: 'share of the requests that Redis answers', unit: '', scale: 'linear' },
    series: [
      {
        name: 'λT/(1+λT)',
        mark: 'line',
        points: loads.map((load) => ({ x: load, y: load / (1 + load) })),
      },
      named('ranges of ids, TTL 2 or 3 s', 'range'),
      named('jitter of 0 and of 100 %', 'jitter'),
      named('TTLs from 1 and from 4 s', 'ttl'),
      named('a few ids again and again, TTL 1 s', 'again and again'),
      named('present ids, values from 4 s', 'present'),
    ],
    claims: ['S1-22', 'S1-23', 'S4-08', 'S4-05'],
  };
}

function absorbedLesson(rows: readonly Row[]): string {
  if (!lasted(rows)) return 'This run was too short for an entry of every group to end in it.';
  const groups = where(rows, { pass: 'group' }).length;
  const off = missed(rows).length;
  return off === 0
    ? 'The share depends on λT alone, whatever the TTL, its jitter and the number of ids: ' +
        `λT/(1+λT) is within the intervals of all ${groups} groups.`
    : `λT/(1+λT) is outside the intervals of ${off} of ${groups} groups.`;
}

function absorbedPoint(row: Row): Point {
  return {
    x: num(row, 'load'),
    y: num(row, 'absorbed'),
    low: num(row, 'absorbedLow'),
    high: num(row, 'absorbedHigh'),
    note:
      `${integer(num(row, 'ids'))} ids, ${integer(num(row, 'requests'))} requests, mean TTL ` +
      `${num(row, 'meanTtlSeconds').toFixed(2)} s`,
  };
}

function aliveChart(rows: readonly Row[]): Chart {
  const samples = where(rows, { pass: 'over time' });
  const theory = sum(where(rows, { pass: 'group' }), 'aliveByTheory');
  const line = (name: string, column: string) => ({
    name,
    mark: 'line' as const,
    points: pointsOf(samples, 'atSecond', column),
  });
  const last = samples.at(-1)!;
  const ends = [samples[0]!, last].map((row) => ({ x: num(row, 'atSecond'), y: theory }));
  const flood = find(rows, { pass: 'flood' })!;
  return {
    id: 'alive',
    title: 'Entries alive and keys counted while a flood lasts',
    lesson:
      `At ${integer(num(flood, 'requestsPerSecond'))} requests a second ` +
      `${integer(num(last, 'alive'))} entries are alive at the end of the flood, ` +
      `${integer(theory)} by theory; Redis counts ${integer(num(last, 'keys'))} keys, estimates ` +
      `that ${num(last, 'stalePercent').toFixed(0)} % of them are expired and not yet removed, ` +
      `and has grown by ${integer(num(last, 'usedMemoryBytes') / 1e3)} kB.`,
    x: { title: 'time', unit: 's', scale: 'linear' },
    y: { title: 'keys', unit: '', scale: 'linear' },
    series: [
      line('alive by the TTLs that were written', 'alive'),
      line('keys counted by Redis (DBSIZE)', 'keys'),
      { name: 'queries/s x mean TTL, all groups', mark: 'line', points: ends },
    ],
    claims: ['S1-29', 'S1-33'],
  };
}

function livesChart(rows: readonly Row[]): Chart {
  const written = where(rows, { pass: 'ttl' });
  const widest = find(rows, { pass: 'ttl', jitter: 0.5 })!;
  return {
    id: 'lives',
    title: 'TTLs of sentinels that are written together',
    lesson:
      `Up to ${written
        .map((row) => `${integer(num(row, 'peakPer100Ms'))} (${row.jitterName})`)
        .join(', ')} of ${integer(num(widest, 'ttlsIssued'))} end in the same 100 ms: lives are ` +
      'whole seconds, so jitter makes as many smaller waves as it has seconds.',
    x: { title: 'TTL', unit: 's', scale: 'linear' },
    y: { title: 'sentinels', unit: '', scale: 'log' },
    series: written.map(({ jitterName }) => ({
      name: `jitter ${jitterName}`,
      mark: 'points' as const,
      points: pointsOf(
        where(rows, { pass: 'lives', jitterName: jitterName! }),
        'ttlSeconds',
        'count',
      ),
    })),
    claims: ['S1-26', 'S4-09'],
  };
}

function bulkChart(rows: readonly Row[]): Chart {
  const bulk = where(rows, { pass: 'bulk' });
  const peaks = bulk.map((row) => integer(num(row, 'peakQueriesPer100Ms')));
  const line = (name: string, jitter: number, column: string) => ({
    name,
    mark: 'line' as const,
    points: pointsOf(where(rows, { pass: 'bulk over time', jitter }), 'atSecond', column),
  });
  return {
    id: 'bulk',
    title: 'Queries when values that were loaded together have ended',
    lesson:
      `At one rate of requests MySQL gets up to ${peaks[0]} queries in 100 ms where all values ` +
      `live 2 s, and ${peaks[1]} where chance lets them live 2 or 3 s.`,
    x: { title: 'time since the load', unit: 's', scale: 'linear' },
    y: { title: 'in 100 ms', unit: '', scale: 'linear' },
    series: [
      line('queries, no jitter', 0, 'queries'),
      line('queries, jitter 50 %', 0.5, 'queries'),
      line('entries that end, no jitter', 0, 'ended'),
      line('entries that end, jitter 50 %', 0.5, 'ended'),
    ],
    claims: ['S4-09'],
  };
}
