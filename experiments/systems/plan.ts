import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';
import { count } from '../counts.ts';

export const parameters = z
  .strictObject({
    skus: count('rows of the table; all filters but article S0’s are made for as many', 100, 1e6),
    range: count('largest id that random traffic asks for'),
    deleted: count('rows that are deleted behind the filters’ back'),
    requests: count('requests of each traffic, one at a time'),
    together: count('requests for one absent id that come together', 2, 1_024),
    lookups: count('absent ids of a round that times a lookup'),
    rounds: count('rounds of lookups', 1, 1_000),
    sizedFor: count('ids that the filters of other loads are sized for', 1_000, 1e6),
  })
  .refine(({ skus, range }) => range > skus, {
    path: ['range'],
    error: 'must be above skus, or no id is absent',
  })
  .refine(({ skus, deleted }) => deleted <= skus / 10, {
    path: ['deleted'],
    error: 'must be at most a tenth of skus',
  });

export type Parameters = z.infer<typeof parameters>;

const common = { range: 500_000, together: 50, sizedFor: 50_000 };

export const presets = {
  smoke: { ...common, skus: 1_000, deleted: 50, requests: 100, lookups: 2_000, rounds: 5 },
  quick: { ...common, skus: 10_000, deleted: 100, requests: 1_000, lookups: 100_000, rounds: 9 },
  full: { ...common, skus: 10_000, deleted: 500, requests: 10_000, lookups: 500_000, rounds: 25 },
};

/** The systems under the same requests; the first two are article S0's. */
export const systemNames = [
  'S0, filter',
  'S0, filter and sentinels',
  'S2, as written',
  'S2, one filter object',
  'RedisBloom',
  'S3, filter of cached keys',
  'S4, null cache',
] as const;
export type SystemName = (typeof systemNames)[number];

/** `deleted` stands last: its rows are gone from then on. */
export const trafficNames = ['repeat', 'random', 'zipfian', 'deleted'] as const;
export type TrafficName = (typeof trafficNames)[number];

/** Article S2's false-positive rate, which the other filters of this size get too. */
export const shopRate = 0.01;

export type SystemsCell = Cell &
  (
    | { readonly pass: 'requests'; readonly system: SystemName }
    | { readonly pass: 'restart' | 'loading' | 'toy' | 'cached keys' | 'lookups' }
    | { readonly pass: 'strings' | 'sizes' | 'deletion'; readonly pure: true }
  );

export function systemsCells({ skus, requests }: Parameters): SystemsCell[] {
  return [
    { key: 'sizes', seconds: 0.1, pass: 'sizes', pure: true },
    { key: 'strings', seconds: 0.1, pass: 'strings', pure: true },
    { key: 'deletion', seconds: skus / 50_000, pass: 'deletion', pure: true },
    ...systemNames.map((system) => ({
      key: `requests/${system.replaceAll(/[ ,]+/g, '-')}`,
      seconds: 0.3 + requests / 1_500,
      pass: 'requests' as const,
      system,
    })),
    { key: 'cached-keys', seconds: 0.2 + skus / 50_000, pass: 'cached keys' },
    { key: 'restart', seconds: 0.2 + skus / 30_000, pass: 'restart' },
    { key: 'loading', seconds: 0.2 + skus / 5_000, pass: 'loading' },
    { key: 'toy', seconds: 0.1, pass: 'toy' },
    { key: 'lookups', seconds: 0.5, pass: 'lookups' },
  ];
}
