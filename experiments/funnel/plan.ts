import { z } from 'zod';
import { type DefenceName, defenceNames } from '../../src/funnel/defences.ts';
import type { Cell } from '../../src/lab/experiment.ts';
import { count } from '../counts.ts';

const counts = z.strictObject({
  skus: count('rows of the table', 1_000),
  range: count('largest id that random traffic asks for'),
  deleted: count('rows that are deleted behind the filter’s back'),
  requests: count('requests of an exact pass, one at a time'),
  timedRequests: count('requests of each defence in a timed round'),
  rounds: count('timed rounds of each traffic', 1, 1_000),
  getRounds: count('rounds of the funnel against bare GETs', 1, 1_000),
  concurrency: count('requests under way at once in a timed round', 1, 1_024),
});

export const parameters = counts
  .refine(({ skus, range }) => range > skus, {
    path: ['range'],
    error: 'must be above skus, or no id is absent',
  })
  .refine(({ skus, deleted }) => deleted <= skus, {
    path: ['deleted'],
    error: 'must be at most skus',
  });

export type Parameters = z.infer<typeof parameters>;

const common = { skus: 200_000, range: 10_000_000, deleted: 1_000, concurrency: 32 };

export const presets = {
  smoke: { ...common, requests: 500, timedRequests: 500, rounds: 1, getRounds: 1 },
  quick: { ...common, requests: 4_000, timedRequests: 4_000, rounds: 5, getRounds: 11 },
  full: { ...common, requests: 50_000, timedRequests: 20_000, rounds: 25, getRounds: 31 },
} as const;

/** Traffic that is measured in both passes. `holes` asks a table whose ids have holes. */
export const trafficNames = ['repeat', 'random', 'deleted', 'holes', 'mix'] as const;
export type TrafficName = (typeof trafficNames)[number];

/** What the articles tell a reader to try, lives of many sentinels, and the ids that pass. */
export const walkNames = [
  'one absent id, 100 times',
  'the id after the last, twice',
  'a thousand absent ids, once',
  'the false positives, twice',
] as const;
export type WalkName = (typeof walkNames)[number];

/** How a request ends that costs a GET and nothing else. */
export const hitNames = ['cache-hit', 'sentinel-hit'] as const;
export type HitName = (typeof hitNames)[number];

export type FunnelCell = Cell &
  (
    | {
        readonly pass: 'exact';
        readonly traffic: TrafficName | WalkName;
        readonly defence: DefenceName;
      }
    | { readonly pass: 'timed'; readonly traffic: TrafficName; readonly round: number }
    | { readonly pass: 'gets' }
  );

/** Cells of one population stand together: seeding a table anew takes seconds. */
export function funnelCells(params: Parameters): FunnelCell[] {
  const { requests, timedRequests, rounds, getRounds } = params;
  const gets: FunnelCell = {
    key: 'gets',
    seconds: 0.8 + 4e-5 * getRounds * timedRequests,
    pass: 'gets',
  };
  const others = [...trafficNames, ...walkNames]
    .toSorted((a, b) => Number(a === 'holes') - Number(b === 'holes'))
    .flatMap((traffic) => [
      ...defenceNames.map((defence) => exactCell(traffic, defence, requests)),
      ...timedCells(traffic, timedRequests, rounds),
    ]);
  return [gets, ...others];
}

function exactCell(
  traffic: TrafficName | WalkName,
  defence: DefenceName,
  requests: number,
): FunnelCell {
  const key = `exact/${traffic.replaceAll(/[ ,]+/g, '-')}/${defence}`;
  return { key, seconds: 0.3 + requests / 10_000, pass: 'exact', traffic, defence };
}

function timedCells(traffic: TrafficName | WalkName, requests: number, rounds: number) {
  if (!isTraffic(traffic)) return [];
  return Array.from({ length: rounds }, (_, round): FunnelCell => {
    const seconds = defenceNames.length * (0.3 + requests / 30_000);
    return { key: `timed/${traffic}/${round}`, seconds, pass: 'timed', traffic, round };
  });
}

export function isTraffic(name: string): name is TrafficName {
  return trafficNames.some((traffic) => traffic === name);
}
