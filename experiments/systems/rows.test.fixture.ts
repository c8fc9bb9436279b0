import { noOutcomes, type OutcomeCounts } from '../../src/funnel/outcomes.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { type SystemName, type TrafficName, trafficNames } from './plan.ts';

/** Rows that 1,000 requests of each traffic would give with 10,000 SKUs, 100 of them deleted. */
export function systemsRows(): Row[] {
  return [
    sizeRow('S0', 200_000, 500_000, 'too large'),
    sizeRow('other', 50_000, 50_000, 'fits'),
    sizeRow('other', 100_000, 50_000, 'too small'),
    ...stringsRows,
    ...deletionRows,
    ...systems.flatMap(([system, law]) => [
      ...trafficNames.map((traffic) => requestsRow(system, traffic, law)),
      { pass: 'together', system, requestsAtOnce: 50, passed: system.startsWith('S0') ? 1 : 50 },
    ]),
    { pass: 'requests', system: 'RedisBloom', available: false },
    cachedKeysRow,
    ...restartRows,
    ...loadingRows,
    { pass: 'toy', bitsOfOne: '2, 5, 8', containsStored: true, containsOther: false },
    ...[0, 1, 2].map((round) => ({
      ...{ pass: 'lookups', round, filterNs: 20, mapNs: 19, filterPerMap: 20 / 19 },
    })),
  ];
}

function sizeRow(filter: string, added: number, capacity: number, size: string): Row {
  const line = `the filter ${size} at ${added / capacity}`;
  const rates = { load: added / capacity, rate: 1e-6, designRate: 1e-3 };
  return { pass: 'sizes', filter, added, capacity, size, line, ...rates };
}

const stringsRows: readonly Row[] = [
  {
    pass: 'strings',
    way: 'one thread',
    nullAnswer: false,
    refusesNull: true,
    beforeFill: false,
    afterFill: true,
  },
  { pass: 'strings', way: 'load, or, store', positions: 7, lostOfFirst: 7, lostOfSecond: 0 },
  { pass: 'strings', way: 'one atomic or', positions: 7, lostOfFirst: 0, lostOfSecond: 0 },
];

const deleted = { kept: 5_000, keptLost: 0, deletedIds: 5_000, deletedPass: 3 };
const deletionRows: readonly Row[] = [
  {
    pass: 'deletion',
    filter: 'counting',
    ...deleted,
    copies: 100,
    strangers: 99,
    membersLost: 600,
  },
  { pass: 'deletion', filter: 'cuckoo', ...deleted, copies: 8, strangers: 18, membersLost: 18 },
];

/** What a system does: its filter refuses or not, and each check costs so many round trips. */
interface Law {
  readonly checkTrips: number;
  readonly hasFilter: boolean;
  readonly hasSentinels: boolean;
  readonly leaks?: true;
  readonly halfCached?: true;
}

const filter = { hasFilter: true, hasSentinels: true };
const systems: readonly (readonly [SystemName, Law])[] = [
  ['S0, filter', { ...filter, checkTrips: 0, hasSentinels: false }],
  ['S0, filter and sentinels', { ...filter, checkTrips: 0 }],
  ['S2, as written', { ...filter, checkTrips: 2 }],
  ['S2, one filter object', { ...filter, checkTrips: 1 }],
  ['S3, filter of cached keys', { ...filter, checkTrips: 0, halfCached: true }],
  ['S4, null cache', { checkTrips: 0, hasFilter: false, hasSentinels: true, leaks: true }],
];

function outcomesOf(traffic: TrafficName, law: Law): Partial<OutcomeCounts> {
  if (traffic === 'zipfian') {
    if (law.halfCached) return { 'cache-hit': 550, 'filter-reject': 450 };
    return { 'cache-hit': 475, 'db-hit': 525 };
  }
  if (traffic === 'deleted') {
    return law.hasSentinels ? { 'db-miss': 100, 'sentinel-hit': 900 } : { 'db-miss': 1_000 };
  }
  if (law.hasFilter) return { 'filter-reject': 1_000 };
  return traffic === 'repeat' ? { 'db-miss': 1, 'sentinel-hit': 999 } : { 'db-miss': 1_000 };
}

function requestsRow(system: SystemName, traffic: TrafficName, law: Law): Row {
  const outcomes = { ...noOutcomes(), ...outcomesOf(traffic, law) };
  const selects = outcomes['db-hit'] + outcomes['db-miss'];
  const gets = 1_000 - outcomes['filter-reject'];
  const checks = law.checkTrips > 0 ? 1_000 : 0;
  return {
    pass: 'requests',
    system,
    traffic,
    available: true,
    requests: 1_000,
    absent: traffic === 'zipfian' ? 0 : 1_000,
    distinctAbsent: { repeat: 1, random: 1_000, zipfian: 0, deleted: 100 }[traffic],
    ...outcomes,
    wrong404s: traffic === 'zipfian' ? outcomes['filter-reject'] : 0,
    goneRows: 0,
    marksHandedOut: law.leaks ? outcomes['sentinel-hit'] : 0,
    roundTrips: law.checkTrips * 1_000 + gets + selects,
    gets,
    sets: selects,
    evals: checks,
    hgetalls: law.checkTrips === 2 ? 1_000 : 0,
    hgets: 2 * checks,
    getbits: 7 * checks,
    selects,
    expired: 0,
    lawsBroken: '',
    latencyNsP50: 30_000,
    ...(traffic === 'deleted' ? { ttlSecondsMin: 120, ttlSecondsMax: 120 } : {}),
  };
}

const cachedKeysRow: Row = {
  pass: 'cached keys',
  skus: 10_000,
  put: 5_000,
  evicted: 500,
  rejectedPresent: 4_997,
  rejectedAbsent: 9_999,
  loaded: 503,
  foundNothing: 1,
  hits: 4_500,
  entries: 5_003,
  selects: 504,
  keys: 0,
};

const asked = { checks: 100, closedAsked: 100 };
const changed = 'Bloom filter config has been changed';
const passing = { failed: 0, closedPass: 100, ...asked };
const restartRows: readonly Row[] = [
  { pass: 'restart', client: 'first start', tryInit: 'true', added: 'done', ...passing },
  { pass: 'restart', client: 'same figures', tryInit: 'false', added: 'done', ...passing },
  {
    ...{ pass: 'restart', client: 'other figures', tryInit: 'false', added: changed },
    ...{ failed: 100, closedPass: 0, ...asked },
  },
  {
    ...{ pass: 'restart', client: 'never called tryInit', tryInit: 'not called', added: 'done' },
    ...passing,
  },
];

const stored = {
  ...{ ids: 10_000, bits: 95_850, hashes: 7 },
  ...{ bitmapBytes: 11_982, memoryUsageBytes: 20_552 },
};
const loadingRows: readonly Row[] = [
  { pass: 'loading', way: 'one by one', evals: 10_000, seconds: 0.8, ...stored },
  { pass: 'loading', way: 'in batches', evals: 20, seconds: 0.1, ...stored },
  { pass: 'loading', way: 'in batches, last bit first', evals: 20, seconds: 0.1, ...stored },
];
