import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';
import { count } from '../counts.ts';
import { type Variant, variantsOf } from './variants.ts';

const seconds = (text: string) => z.number().min(0.1).max(3_600).describe(text);

const counts = z.strictObject({
  skus: count('rows of the table', 1_000),
  rate: count('requests a second for each group of ids of the flood', 10, 10_000),
  seconds: seconds('length of the flood'),
  warmUpSeconds: seconds('its beginning, in which nothing is counted'),
  ttls: count('sentinels whose TTLs are read back, for each jitter', 1_000),
  draws: count('random draws whose repeats are counted', 1_000),
  bulk: count('values that are loaded together, for each jitter', 10, 400),
  bulkRate: count('requests a second for them afterwards', 10, 10_000),
  bulkSeconds: seconds('how long they are asked for'),
  inserted: count('rows that are inserted after their sentinels, in each way', 1, 400),
  visibleSeconds: seconds('how long one waits for a row inserted by SQL'),
});

export const parameters = counts.refine((all) => all.warmUpSeconds < all.seconds, {
  path: ['warmUpSeconds'],
  error: 'must be below seconds, or nothing is counted',
});

export type Parameters = z.infer<typeof parameters>;

const common = { skus: 200_000, ttls: 10_000, draws: 1_000_000, bulk: 400, bulkRate: 600 };

export const presets = {
  smoke: {
    ...common,
    ...{ rate: 60, seconds: 0.4, warmUpSeconds: 0.2, ttls: 1_000, draws: 100_000 },
    ...{ bulk: 20, bulkSeconds: 0.1, inserted: 5, visibleSeconds: 0.1 },
  },
  quick: {
    ...common,
    ...{ rate: 150, seconds: 12, warmUpSeconds: 4.5, bulkSeconds: 3.6, inserted: 30 },
    visibleSeconds: 4,
  },
  full: {
    ...common,
    ...{ rate: 300, seconds: 240, warmUpSeconds: 12, bulkSeconds: 6, inserted: 300 },
    visibleSeconds: 4,
  },
} as const;

/** Lives from two seconds in place of the article's 60: all times are 30 times shorter. */
export const shortTtlSeconds = 2;

/** Ids of the draws: what the articles enumerate, and more. */
export const ranges = [1e6, 1e7, 1e8, 1e9, 1e12] as const;

export type RenewalCell = Cell & { readonly pass: 'draws' | 'ttl' | 'flood' | 'bulk' | 'visible' };

export function renewalCells(params: Parameters): RenewalCell[] {
  return [
    { key: 'draws', seconds: 1, pass: 'draws', pure: true },
    { key: 'ttl', seconds: 1, pass: 'ttl' },
    { key: 'flood', seconds: params.seconds + 0.5, pass: 'flood' },
    { key: 'bulk', seconds: params.bulkSeconds + 0.5, pass: 'bulk' },
    { key: 'visible', seconds: Math.min(params.visibleSeconds, 3) + 0.3, pass: 'visible' },
  ];
}

/** The groups of ids of the flood. */
export function floodVariants({ rate, skus }: Parameters): Variant[] {
  return variantsOf(rate, skus);
}
