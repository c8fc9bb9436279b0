import type { Chart, Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { find, integer, microseconds, num, percent, pointsOf, where } from '../rows.ts';
import { type RivalName, rivalNames, type TrafficName, trafficNames } from './plan.ts';
import { measuredRow } from './select.ts';

export function rivalsCharts(rows: readonly Row[]): Chart[] {
  return [selectsChart(rows), memoryChart(rows), tagsChart(rows), bucketsChart(rows)];
}

function selectsChart(rows: readonly Row[]): Chart {
  const attacks = trafficNames.filter(
    (traffic) => !traffic.startsWith('zipfian') && measuredRow(rows, 'none', traffic),
  );
  const share = (rival: RivalName, traffic: TrafficName) => {
    const row = measuredRow(rows, rival, traffic)!;
    return num(row, 'db-miss') / num(row, 'requests');
  };
  const stops = (traffic: TrafficName) =>
    rivalNames.filter((rival) => share(rival, traffic) < 0.01).join(', ') || 'nothing';
  return {
    id: 'selects',
    title: 'Requests that ask MySQL for a row that is not there',
    lesson:
      `${attacks.map((traffic) => `${traffic}: stopped by ${stops(traffic)}`).join('. ')}. ` +
      '(Stopped: fewer than one request in a hundred passes. Rows are deleted behind the back of ' +
      'every defence; an exact set that is told of it can forget an id, a Bloom filter cannot.)',
    x: { title: 'defence', unit: '', scale: 'category' },
    y: { title: 'queries for nothing, a request', unit: '', scale: 'linear' },
    series: attacks.map((traffic) => ({
      name: traffic,
      mark: 'bars',
      points: rivalNames.map((rival) => ({ x: rival, y: share(rival, traffic) })),
    })),
    claims: ['S0-13', 'S0-44'],
  };
}

function memoryChart(rows: readonly Row[]): Chart {
  const [absences, local] = ['absences', 'rows'].map(
    (kind) => find(rows, { pass: 'local bytes', kind })!,
  );
  const own = (rival: RivalName) => num(measuredRow(rows, rival, 'random')!, 'bytes');
  const bytes: Readonly<Record<string, number>> = {
    bloom: own('bloom'),
    'keyed bloom': own('keyed bloom'),
    range: own('range'),
    bitmap: own('bitmap'),
    'local absences': num(absences!, 'heapBytes'),
    'local rows': num(local!, 'heapBytes'),
  };
  const check = (column: string) => microseconds(find(rows, { pass: 'tag checks' })!, column);
  return {
    id: 'memory',
    title: 'Memory in each process',
    lesson:
      `An LRU of ${integer(num(absences!, 'entries'))} absent ids takes ` +
      `${integer(bytes['local absences']!)} B, one of ${integer(num(local!, 'entries'))} rows ` +
      `${integer(bytes['local rows']!)} B, the filter ${integer(bytes.bloom!)} B; tagged ids keep ` +
      'nothing but a key and pay with ' +
      `${check('tagNs')} a check, where the filter takes ${check('bloomNs')} and the keyed one ` +
      `${check('keyedNs')}.`,
    x: { title: 'what is kept', unit: '', scale: 'category' },
    y: { title: 'memory', unit: 'bytes', scale: 'log' },
    series: [
      {
        name: 'bytes',
        mark: 'bars',
        points: Object.entries(bytes).map(([x, y]) => ({ x, y })),
      },
    ],
    claims: ['S0-43'],
  };
}

function tagsChart(rows: readonly Row[]): Chart {
  const tags = where(rows, { pass: 'tags' });
  const [whole, few] = [32, 8].map((tagBits) => find(tags, { tagBits })!) as [Row, Row];
  const { high } = clopperPearson(num(whole, 'forgedPass'), num(whole, 'forged'));
  return {
    id: 'tags',
    title: 'Ids with a guessed tag',
    lesson:
      `${integer(num(whole, 'forgedPass'))} of ${integer(num(whole, 'forged'))} forged ids pass the ` +
      `whole tag (at most ${percent(high, 2)}, 95 %), where 2^-32 would be one in 4.3 billion; of ` +
      `its first ${few.tagBits} bits ${integer(num(few, 'forgedPass'))} are guessed, where ` +
      `2^-${few.tagBits} would be ${integer(num(few, 'forged') * 2 ** -num(few, 'tagBits'))}.`,
    x: { title: 'bits of the tag that are compared', unit: 'bits', scale: 'linear' },
    y: { title: 'share of forged ids that pass', unit: '', scale: 'log' },
    series: [
      {
        name: '2^-bits',
        mark: 'line',
        points: pointsOf(tags, 'tagBits', (row) => 2 ** -num(row, 'tagBits')),
      },
      { name: 'forged ids', mark: 'points', points: tags.map(guessed) },
    ],
  };
}

/** The share with its interval, or only the upper end of it where nothing passed. */
function guessed(row: Row): Point {
  const [passed, forged] = [num(row, 'forgedPass'), num(row, 'forged')];
  const { low, high } = clopperPearson(passed, forged);
  const x = num(row, 'tagBits');
  if (passed === 0) return { x, y: high, bound: 'upper', note: `0 of ${integer(forged)}` };
  return { x, y: passed / forged, low, high, note: `${passed} of ${integer(forged)}` };
}

function bucketsChart(rows: readonly Row[]): Chart {
  const own = where(rows, { pass: 'buckets', addresses: 'own' });
  const shared = find(rows, { pass: 'buckets', addresses: 'shared' })!;
  const share = (row: Row, part: 'normal' | 'attack', end: 'Passed' | 'Refused') =>
    num(row, part + end) / (num(row, `${part}Passed`) + num(row, `${part}Refused`));
  const [few, many] = [own[0]!, own.at(-1)!];
  const line = (name: string, y: (row: Row) => number) => ({
    name,
    mark: 'points' as const,
    points: pointsOf(own, 'clients', y),
  });
  return {
    id: 'buckets',
    title: 'A token bucket for each client',
    lesson:
      `The same attack passes to ${percent(share(few, 'attack', 'Passed'), 3)} from ` +
      `${few.clients} client, to ${percent(share(many, 'attack', 'Passed'), 3)} from ` +
      `${many.clients}; of normal requests ${percent(share(many, 'normal', 'Refused'), 3)} are ` +
      'refused meanwhile (429, not 404), and ' +
      `${percent(share(shared, 'normal', 'Refused'), 3)} where all visitors share one address.`,
    x: { title: 'clients of the attack', unit: 'clients', scale: 'log' },
    y: { title: 'share of requests', unit: '', scale: 'linear' },
    series: [
      line('attack that passes', (row) => share(row, 'attack', 'Passed')),
      line('normal requests refused', (row) => share(row, 'normal', 'Refused')),
    ],
  };
}
