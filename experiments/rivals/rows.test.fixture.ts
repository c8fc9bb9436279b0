import { noOutcomes, type OutcomeCounts } from '../../src/funnel/outcomes.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { type RivalName, rivalNames, type TrafficName, trafficNames } from './plan.ts';

/** Requests of each traffic; of the precomputed one, 69 ids three times each. */
const requests = 500;
const found = { ids: 69, requests: 207 };

/** Rows that a quick run gives, without what takes no part in any verdict or chart. */
export function rivalsRows(): Row[] {
  return [
    ...[
      [4, 6_231],
      [8, 390],
      [12, 27],
      [16, 0],
      [32, 0],
    ].map(([tagBits, forgedPass]) => ({ pass: 'tags', tagBits, forged: 100_000, forgedPass })),
    {
      ...{ pass: 'tag checks', forged: 100_000, forgedPass: 0 },
      ...{ tagNs: 3_500, bloomNs: 40, keyedNs: 300 },
    },
    localRow('absences', 16_384, 916_000),
    localRow('rows', 1_280, 910_000),
    ...rivalNames.flatMap((rival) => trafficNames.map((traffic) => requestsRow(rival, traffic))),
    bucketsRow(1, 'own', { attackPassed: 70, normalRefused: 60 }),
    bucketsRow(10, 'own', { attackPassed: 700, normalRefused: 60 }),
    bucketsRow(100, 'own', { attackPassed: 1_000, normalRefused: 60 }),
    bucketsRow(1, 'shared', { attackPassed: 70, normalRefused: 440 }),
  ] as Row[];
}

function localRow(kind: string, entries: number, heapBytes: number): Row {
  const bytesPerEntry = heapBytes / entries;
  return { pass: 'local bytes', kind, entries, filterBytes: 917_504, heapBytes, bytesPerEntry };
}

/** Which attacks end before MySQL, at the first request or at the second for an id. */
const stops: Readonly<Record<RivalName, readonly TrafficName[]>> = {
  none: [],
  bloom: ['repeat', 'random'],
  both: ['repeat', 'random'],
  'keyed bloom': ['repeat', 'random', 'precomputed'],
  range: ['repeat', 'random', 'precomputed'],
  bitmap: ['repeat', 'random', 'precomputed'],
  'tagged ids': ['repeat', 'random', 'precomputed'],
  'local absences': [],
  'both + local rows': ['repeat', 'random'],
};
const remembers: readonly RivalName[] = ['both', 'local absences', 'both + local rows'];

function outcomesOf(rival: RivalName, traffic: TrafficName, asked: number, distinct: number) {
  if (traffic === 'zipfian') return { 'cache-hit': 150, 'db-hit': 350 };
  if (traffic === 'zipfian again') return { 'cache-hit': 500 };
  if (stops[rival].includes(traffic)) return { 'filter-reject': asked };
  const misses = remembers.includes(rival) ? distinct : asked;
  return { 'db-miss': misses, 'sentinel-hit': asked - misses };
}

function requestsRow(rival: RivalName, traffic: TrafficName): Row {
  const asked = traffic === 'precomputed' ? found.requests : requests;
  const present = traffic.startsWith('zipfian');
  const distinct = { repeat: 1, precomputed: found.ids, deleted: 100 } as Record<string, number>;
  const distinctAbsent = present ? 0 : (distinct[traffic] ?? asked);
  const outcomes: OutcomeCounts = {
    ...noOutcomes(),
    ...outcomesOf(rival, traffic, asked, distinctAbsent),
  };
  const selects = outcomes['db-hit'] + outcomes['db-miss'];
  const isLocal = rival === 'both + local rows' && present;
  const answeredByRival = isLocal ? outcomes['cache-hit'] : 0;
  return {
    pass: 'requests',
    rival,
    traffic,
    bytes: { range: 16, bitmap: 25_001 }[rival as string] ?? 917_504,
    requests: asked,
    absent: present ? 0 : asked,
    distinctAbsent,
    answeredByRival,
    ...outcomes,
    wrong404s: 0,
    goneRows: 0,
    gets: asked - outcomes['filter-reject'] - answeredByRival,
    sets: selects,
    selects,
    expired: 0,
    lawsBroken: '',
    latencyNsP50: isLocal ? 400 : 25_000,
  };
}

interface Counts {
  readonly attackPassed: number;
  readonly normalRefused: number;
}

function bucketsRow(clients: number, addresses: string, counts: Counts): Row {
  const { attackPassed, normalRefused } = counts;
  return {
    pass: 'buckets',
    clients,
    addresses,
    ...counts,
    attackRefused: 1_000 - attackPassed,
    normalPassed: 500 - normalRefused,
    wrong404s: 0,
    attackSelects: attackPassed,
    lawsBroken: '',
  };
}
