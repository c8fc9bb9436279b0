import type { Row } from '../../src/lab/experiment.ts';

const usual: Row = { readBefore: false, policySet: 'before loading', pace: 'paced' };

/** A round of one policy in which so many of 100 hot reads hit. */
function round(number: number, policy: string, hotTtl: boolean, hits: number, more: Row = {}): Row {
  return {
    ...{ pass: 'round', round: number, policy, hotTtl, ...usual, hot: 500, sentinels: 7_500 },
    ...{ reads: 100, hits, hotLeft: hits === 100 ? 500 : 4 * hits, refused: 0, lawsBroken: '' },
    ...{ evicted: 5_000, sentinelsPerSecond: 2_500, ...more },
  };
}

function roundRows(number: number): Row[] {
  return [
    round(number, 'none', true, 100, { evicted: 0 }),
    ...[false, true].flatMap((hotTtl) => [
      round(number, 'noeviction', hotTtl, 100, { evicted: 0, refused: 5_500 }),
      round(number, 'allkeys-lru', hotTtl, 64),
      round(number, 'allkeys-lfu', hotTtl, 82),
      round(number, 'volatile-lru', hotTtl, hotTtl ? 61 : 100),
      round(number, 'volatile-ttl', hotTtl, 100),
    ]),
    round(number, 'allkeys-lru', false, 66, { readBefore: true }),
    round(number, 'allkeys-lfu', false, 100, { readBefore: true }),
    round(number, 'allkeys-lfu', false, 55, { policySet: 'after loading' }),
    round(number, 'allkeys-lru', false, 63, { pace: 'at once' }),
  ];
}

function funnelRow(policy: string, defence: string, changes: Row): Row {
  return {
    ...{ pass: 'funnel', policy, defence, hotTtl: true, hot: 500, sentinels: 7_500, reads: 750 },
    ...{ hits: 750, hotLeft: 500, evicted: 0, refused: 0, errors: 0 },
    ...{ writeFailures: 0, sentinelsPerSecond: 2_500, lawsBroken: '' },
    afterwards: 'db-hit, cache-hit, db-miss, sentinel-hit',
    ...changes,
  };
}

/** What `quick` gives, with some of the policies. */
export function evictionRows(): Row[] {
  return [
    ...roundRows(0),
    ...roundRows(1),
    funnelRow('allkeys-lru', 'sentinel', {
      ...{ hits: 480, hotLeft: 250, evicted: 4_500 },
      whileFull: 'db-hit, cache-hit, db-miss, sentinel-hit',
    }),
    funnelRow('allkeys-lru', 'both', {
      whileFull: 'db-hit, cache-hit, filter-reject, filter-reject',
      afterwards: 'db-hit, cache-hit, filter-reject, filter-reject',
    }),
    funnelRow('noeviction', 'sentinel', {
      ...{ refused: 5_396, writeFailures: 5_399 },
      whileFull: 'db-hit, db-hit, db-miss, db-miss',
    }),
  ];
}
