import { defenceNames } from '../../src/funnel/defences.ts';
import { noOutcomes } from '../../src/funnel/outcomes.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { hitNames, trafficNames, walkNames } from './plan.ts';

/** Rows that 1,000 requests of each kind would give with the articles' 200,000 SKUs. */
export function funnelRows(): Row[] {
  return [
    ...[...trafficNames, ...walkNames].flatMap((traffic) =>
      defenceNames.map((defence) => ({ ...exactRow(traffic, defence) })),
    ),
    ...trafficNames.flatMap((traffic) =>
      defenceNames.map((defence) => ({ pass: 'timed', traffic, defence, round: 0, ...times })),
    ),
    ...hitNames.flatMap((work) => [
      {
        ...getsRow(work, 'funnel', 190_000),
        ratio: 1,
        requests: 64_000,
        [work]: 64_000,
        lawsBroken: '',
      },
      { ...getsRow(work, 'GET', 200_000), ratio: 0.95, ratioLow: 0.9, ratioHigh: 1 },
      { ...getsRow(work, 'GET and JSON.parse', 190_000), ratio: 1, ratioLow: 0.9, ratioHigh: 1.1 },
    ]),
  ];
}

function getsRow(work: string, service: string, requestsPerSecond: number): Row {
  return {
    ...{ pass: 'gets', work, service, timedRequests: 4_000, rounds: 15, requestsPerSecond },
    requestsPerSecondLow: 0.98 * requestsPerSecond,
    requestsPerSecondHigh: 1.02 * requestsPerSecond,
  };
}

const times = {
  errors: 0,
  lawsBroken: '',
  timedRequests: 1_000,
  requestsPerSecond: 5_000,
  latencyNsP50: 2e5,
  latencyNsP95: 4e5,
  latencyNsP99: 6e5,
  latencyNsMax: 1e6,
};

interface Kind {
  readonly requests: number;
  readonly present: number;
  readonly distinctPresent: number;
  readonly distinctAbsent: number;
  /** Whether filters of each kind let its absent ids through. */
  readonly passes: readonly string[];
  readonly id?: number;
}

const kinds: Readonly<Record<string, Kind>> = {
  repeat: { ...absent(1_000, 1), id: 200_100 },
  random: {
    requests: 1_000,
    present: 20,
    distinctPresent: 20,
    distinctAbsent: 980,
    passes: [],
    id: 200_007,
  },
  deleted: { ...absent(1_000, 600), passes: ['bloom', 'both', 'range', 'bitmap'], id: 17 },
  holes: { ...absent(1_000, 900), passes: ['range'], id: 5 },
  mix: {
    requests: 1_000,
    present: 700,
    distinctPresent: 400,
    distinctAbsent: 290,
    passes: [],
    id: 200_007,
  },
  'one absent id, 100 times': { ...absent(100, 1), id: 200_100 },
  'the id after the last, twice': { ...absent(2, 1), id: 200_001 },
  'a thousand absent ids, once': { ...absent(1_000, 1_000), id: 200_101 },
  'the false positives, twice': { ...absent(8, 4), passes: ['bloom', 'both'], id: 3_703_687 },
};

function absent(requests: number, distinctAbsent: number): Kind {
  return { requests, present: 0, distinctPresent: 0, distinctAbsent, passes: [] };
}

function exactRow(traffic: string, defence: string): Row {
  const kind = kinds[traffic]!;
  const filtered = !['none', 'sentinel'].includes(defence) && !kind.passes.includes(defence);
  const sentinels = ['sentinel', 'both'].includes(defence) && !filtered;
  const absentRequests = kind.requests - kind.present;
  const misses = sentinels ? kind.distinctAbsent : absentRequests;
  const outcomes = {
    ...noOutcomes(),
    'filter-reject': filtered ? absentRequests : 0,
    'db-miss': filtered ? 0 : misses,
    'sentinel-hit': filtered ? 0 : absentRequests - misses,
    'db-hit': kind.distinctPresent,
    'cache-hit': kind.present - kind.distinctPresent,
  };
  const sets = kind.distinctPresent + (sentinels ? kind.distinctAbsent : 0);
  return {
    pass: 'exact',
    traffic,
    defence,
    requests: kind.requests,
    distinctIds: kind.distinctPresent + kind.distinctAbsent,
    distinctAbsent: kind.distinctAbsent,
    ...outcomes,
    joined: 0,
    gets: kind.requests - outcomes['filter-reject'],
    sets,
    selects: outcomes['db-hit'] + outcomes['db-miss'],
    expired: 0,
    ourKeys: sets,
    firstSentinel: sentinels ? `seckill:sku:v1:item:${kind.id} = __nil__` : 'none',
    ...(sentinels ? { ttlSecondsMin: 60, ttlSecondsMax: 90 } : {}),
    lawsBroken: '',
  };
}
