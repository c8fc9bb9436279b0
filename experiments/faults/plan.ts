import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';

/** Present ids that are in the cache when the clock starts. */
export const hotIds = 200;

/** What a chart shows as one point in time. */
export const binMs = 100;

/** Connections of the funnel's pool, and so the most queries that may be under way at once. */
export const poolPlaces = 8;

/** Slower than this is slow: nothing here takes as long where nothing is wrong. */
export const slowMs = 100;

const milliseconds = (text: string) => z.int().min(20).max(60_000).describe(text);

const counts = z.strictObject({
  skus: z.int().min(1_000).max(10_000_000).describe('rows of the table'),
  ratePerSecond: z.int().min(10).max(5_000).describe('requests offered a second'),
  beforeMs: milliseconds('traffic before the fault'),
  faultMs: milliseconds('how long the fault lasts'),
  afterMs: milliseconds('traffic after it'),
  offRequests: z.int().min(10).max(100_000).describe('requests to each gate without Redis'),
});

/** Requests of a pass: those that are due while it lasts. */
export function requestsOf(params: z.infer<typeof counts>): number {
  return Math.floor((params.ratePerSecond * lengthMs(params)) / 1_000);
}

/** How long a pass offers requests, in milliseconds. */
export function lengthMs({ beforeMs, faultMs, afterMs }: z.infer<typeof counts>): number {
  return beforeMs + faultMs + afterMs;
}

export const parameters = counts
  .refine((params) => params.skus >= requestsOf(params) + hotIds, {
    path: ['skus'],
    error: `must be at least ratePerSecond times the length of a pass and ${hotIds} more`,
  })
  .refine(({ skus, offRequests }) => skus >= offRequests, {
    path: ['offRequests'],
    error: 'must be at most skus',
  });

export type Parameters = z.infer<typeof parameters>;

const common = { skus: 200_000, ratePerSecond: 500 };

export const presets = {
  smoke: { ...common, beforeMs: 40, faultMs: 60, afterMs: 60, offRequests: 50 },
  quick: { ...common, beforeMs: 800, faultMs: 1_000, afterMs: 1_200, offRequests: 1_000 },
  full: { ...common, beforeMs: 4_000, faultMs: 1_000, afterMs: 5_000, offRequests: 20_000 },
} as const;

/** Faults that open-loop traffic is driven through. */
export const faultNames = [
  'MySQL stopped',
  'MySQL busy',
  'Redis killed',
  'Redis refuses writes',
] as const;
export type FaultName = (typeof faultNames)[number];

/** Where the Bloom check sits: before the cache and apart from it, or inside `if cache enabled`. */
export const gateNames = [
  'apart from the cache',
  'inside, cache switched on',
  'inside, cache switched off',
] as const;
export type GateName = (typeof gateNames)[number];

export type FaultsCell = Cell &
  (
    | { readonly pass: 'open loop'; readonly fault: FaultName }
    | { readonly pass: 'closed loop' }
    | { readonly pass: 'Redis off' }
  );

export function faultsCells(params: Parameters): FaultsCell[] {
  const seconds = lengthMs(params) / 1_000 + 0.3;
  return [
    ...faultNames.map((fault) => ({
      key: `open-loop/${fault.replaceAll(' ', '-').toLowerCase()}`,
      seconds,
      pass: 'open loop' as const,
      fault,
    })),
    { key: 'closed-loop', seconds: params.faultMs / 1_000 + 0.7, pass: 'closed loop' },
    { key: 'redis-off', seconds: 0.5 + params.offRequests / 3_000, pass: 'Redis off' },
  ];
}
