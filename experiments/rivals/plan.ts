import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';
import { count, differentCounts } from '../counts.ts';

export const parameters = z
  .strictObject({
    skus: count('rows of the table', 1_000, 1_000_000),
    range: count('largest id that random traffic asks for'),
    scanTo: count('largest id that the attacker tries beforehand', 1, 1e9),
    deleted: count('rows that are deleted behind the filters’ back'),
    requests: count('requests of each traffic but the precomputed one, one at a time'),
    times: count('how often each precomputed id is asked for', 1, 1_000),
    forged: count('ids with a guessed tag'),
    weighings: count('times that local answers are weighed', 1, 100),
    attackers: differentCounts('clients that one attack comes from', 10_000),
    attackPerSecond: count('requests a second of that attack, from all of its clients', 1, 10_000),
    attackSeconds: count('its length on the clock of the buckets', 1, 3_600),
  })
  .refine(({ skus, range }) => range > skus, {
    path: ['range'],
    error: 'must be above skus, or no id is absent',
  })
  .refine(({ skus, scanTo }) => scanTo > skus, {
    path: ['scanTo'],
    error: 'must be above skus, or there is nothing to try',
  })
  .refine(({ skus, deleted }) => deleted <= skus, {
    path: ['deleted'],
    error: 'must be at most skus',
  });

export type Parameters = z.infer<typeof parameters>;

const common = {
  times: 3,
  skus: 200_000,
  range: 10_000_000,
  attackers: [1, 10, 100],
  attackPerSecond: 100,
  attackSeconds: 10,
};

export const presets = {
  smoke: {
    ...common,
    scanTo: 10_000_000,
    deleted: 20,
    requests: 40,
    forged: 2_000,
    weighings: 1,
    attackPerSecond: 20,
    attackSeconds: 2,
  },
  quick: {
    ...common,
    scanTo: 100_000_000,
    deleted: 100,
    requests: 500,
    forged: 100_000,
    weighings: 3,
  },
  full: {
    ...common,
    scanTo: 1_000_000_000,
    deleted: 1_000,
    requests: 20_000,
    forged: 1_000_000,
    weighings: 9,
    attackers: [1, 3, 10, 30, 100, 300, 1_000],
    attackSeconds: 60,
  },
};

/** What stands in front of MySQL. */
export const rivalNames = [
  'none',
  'bloom',
  'both',
  'keyed bloom',
  'range',
  'bitmap',
  'tagged ids',
  'local absences',
  'both + local rows',
] as const;
export type RivalName = (typeof rivalNames)[number];

/**
 * `zipfian again` finds cached what `zipfian` has asked for. `deleted` stands last: its rows are gone
 * from then on.
 */
export const trafficNames = [
  'repeat',
  'random',
  'precomputed',
  'zipfian',
  'zipfian again',
  'deleted',
] as const;
export type TrafficName = (typeof trafficNames)[number];

export type RivalsCell = Cell &
  (
    | { readonly pass: 'requests'; readonly rival: RivalName }
    | { readonly pass: 'tags' | 'buckets' | 'local bytes' }
  );

export function rivalsCells({ requests, forged, scanTo }: Parameters): RivalsCell[] {
  return [
    { key: 'tags', seconds: 0.1 + forged / 120_000, pass: 'tags' },
    { key: 'local-bytes', seconds: 0.2, pass: 'local bytes' },
    ...rivalNames.map((rival, index) => ({
      key: `requests/${rival.replaceAll(/[ +]+/g, '-')}`,
      // The first of them waits for the ids that were found beforehand.
      seconds: 0.4 + requests / 1_500 + (index === 0 ? scanTo / 4e8 : 0),
      pass: 'requests' as const,
      rival,
    })),
    { key: 'buckets', seconds: 2, pass: 'buckets' },
  ];
}
