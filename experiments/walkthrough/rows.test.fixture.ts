import { noOutcomes } from '../../src/funnel/outcomes.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { walkedDefences } from './plan.ts';

/** The rows that the articles' steps give with their 200,000 SKUs. */
export function walkRows(): Row[] {
  const texts = { __nil__: false, null: true, '': false, '"__nil__"': true };
  return [
    ...Object.entries(texts).map(([text, parses]) => ({ pass: 'grammar', text, parses })),
    ...walkedDefences.flatMap(stepsOf),
    {
      ...{ pass: 'count plus one', rows: 200_000, rowsWithGap: 199_999, lawsBroken: '' },
      statuses: '404, 200, 200',
    },
  ];
}

const counted = { ...noOutcomes(), expired: 0, lawsBroken: '' };

function stepsOf(defence: string): Row[] {
  const filter = defence === 'both';
  const bloom = filter
    ? { enabled: true, ready: true, added: 200_000, rejected: 0, bits: 7_188_794, hashes: 10 }
    : { enabled: false, ready: false, added: 0, rejected: 0, bits: 0, hashes: 0 };
  const first = {
    ...{ pass: 'first requests', defence, filterReady: false, statuses: '404', requests: 1 },
    ...{ key: 'seckill:sku:v1:item:200001', value: '__nil__', ...counted, gets: 1 },
    ...{ ttlSecondsMin: 84, ttlSecondsMax: 84 },
  };
  return [
    { ...first, request: 1, commands: 'get 1, set 1', sets: 1, selects: 1, 'db-miss': 1 },
    { ...first, request: 2, commands: 'get 1', sets: 0, selects: 0, 'sentinel-hit': 1 },
    {
      ...{ pass: 'warm', defence, warmed: 1_000, keys: 1_001, bloom: JSON.stringify(bloom) },
      ...{ valueTtlSecondsMin: 300, valueTtlSecondsMax: 450 },
    },
    attack(defence, 'equal', 100, 1),
    ...[100, 1_000, 10_000].map((ids) => attack(defence, 'different', ids, ids)),
  ];
}

function attack(defence: string, kind: string, requests: number, distinctIds: number): Row {
  const row = { pass: 'attack', defence, attack: kind, requests, distinctIds, ...counted };
  const told = { ...row, notFound: requests };
  if (defence === 'both') {
    const none = { gets: 0, sets: 0, selects: 0, keys: 0 };
    return { ...told, 'filter-reject': requests, rejected: requests, ...none };
  }
  return {
    ...{ ...told, 'db-miss': distinctIds, 'sentinel-hit': requests - distinctIds, rejected: 0 },
    ...{ gets: requests, sets: distinctIds, selects: distinctIds, keys: distinctIds },
    ...{ ttlSecondsMin: 60, ttlSecondsMax: 90 },
  };
}
