import { expect, test } from 'vitest';
import { conservation, type ServerCounts } from './conservation.ts';
import type { FunnelStats } from './funnel.ts';

// 100 requests, ten of each kind and more hits; three of the loads were joined. Rebuild and warm
// sent two SELECTs and five SETs.
const stats: FunnelStats = {
  outcomes: {
    invalid: 10,
    'filter-reject': 10,
    'sentinel-hit': 10,
    'cache-hit': 40,
    'db-hit': 20,
    'db-miss': 10,
    error: 0,
  },
  joined: 3,
  valuesWrittenBack: 18,
  sentinelsWrittenBack: 9,
  maintenance: { selects: 2, sets: 5 },
  unreadable: 0,
  unavailable: 0,
  writeFailures: 0,
};
const seen: ServerCounts = { gets: 80, selects: 29, sets: 32 };

const broken = (requests: number, counted: FunnelStats, servers: ServerCounts) =>
  conservation(requests, counted, servers)
    .filter((law) => law.measured !== law.expected)
    .map(({ name }) => name.split(' ')[0]);

test('all laws hold for numbers that agree', () => expect(broken(100, stats, seen)).toEqual([]));

test.each<[string, number, Partial<FunnelStats>, Partial<ServerCounts>]>([
  ['requests GETs', 101, {}, {}],
  ['GETs', 100, {}, { gets: 79 }],
  ['SELECTs', 100, {}, { selects: 30 }],
  ['SELECTs', 100, { joined: 4 }, {}],
  ['SELECTs', 100, { maintenance: { selects: 1, sets: 5 } }, {}],
  ['SETs', 100, {}, { sets: 31 }],
  ['SETs', 100, { sentinelsWrittenBack: 10 }, {}],
  ['SETs', 100, { maintenance: { selects: 2, sets: 4 } }, {}],
])('the laws of %s break for %d requests, %o, %o', (names, requests, counted, servers) => {
  const laws = broken(requests, { ...stats, ...counted }, { ...seen, ...servers });
  expect(laws.join(' ')).toBe(names);
});
