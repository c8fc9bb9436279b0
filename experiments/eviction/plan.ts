import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';
import { count, different } from '../counts.ts';

/** All policies of Redis. */
export const policies = [
  'noeviction',
  'allkeys-lru',
  'allkeys-lfu',
  'allkeys-random',
  'volatile-lru',
  'volatile-lfu',
  'volatile-random',
  'volatile-ttl',
] as const;
export type Policy = (typeof policies)[number];

export const parameters = z.strictObject({
  skus: count('rows of the table', 1_000, 1_000_000),
  hot: count('hot keys that are in Redis before the flood', 10, 10_000),
  spareBytes: count('memory that Redis has left above them', 10_000, 100_000_000),
  flood: count('sentinels that are written, ten for each read of a hot key', 100, 10_000_000),
  // Hot keys live for 300 s at least, and none may end by itself, also where all takes longer.
  seconds: z.number().min(0.1).max(100).describe('how long a paced flood takes'),
  rounds: count('floods of each policy', 1, 100),
  policies: different('policies of a round', z.enum(policies)),
});

export type Parameters = z.infer<typeof parameters>;

const common = { skus: 200_000, policies: [...policies] };

/** In the proportion of 20,000 hot keys, 12 MB and 300,000 sentinels. */
export const presets = {
  smoke: {
    ...common,
    ...{ hot: 50, spareBytes: 60_000, flood: 1_000, seconds: 0.1, rounds: 1 },
    policies: ['noeviction' as const, 'allkeys-lru' as const, 'volatile-ttl' as const],
  },
  quick: { ...common, hot: 500, spareBytes: 300_000, flood: 7_500, seconds: 3, rounds: 3 },
  full: { ...common, hot: 1_000, spareBytes: 600_000, flood: 15_000, seconds: 30, rounds: 20 },
};

/** What a Redis of a round is like; all that is not named in the rows of a policy is the usual. */
export interface Condition {
  /** `none`: no maxmemory at all. */
  readonly policy: Policy | 'none';
  /** Whether hot keys have a TTL, 300 … 450 s as values have; without it they live for ever. */
  readonly hotTtl: boolean;
  readonly readBefore: boolean;
  readonly policySet: 'before loading' | 'after loading';
  readonly pace: 'paced' | 'at once';
}

const usual = { readBefore: false, policySet: 'before loading', pace: 'paced' } as const;

/** The policies with and without TTLs of the hot keys, and what else changes the outcome. */
export function conditionsOf(params: Parameters): Condition[] {
  const plain = params.policies.flatMap((policy) =>
    [false, true].map((hotTtl) => ({ ...usual, policy, hotTtl })),
  );
  const variants: Condition[] = [
    { ...usual, policy: 'allkeys-lru', hotTtl: false, readBefore: true },
    { ...usual, policy: 'allkeys-lfu', hotTtl: false, readBefore: true },
    { ...usual, policy: 'allkeys-lfu', hotTtl: false, policySet: 'after loading' },
    { ...usual, policy: 'allkeys-lru', hotTtl: false, pace: 'at once' },
  ];
  return [
    { ...usual, policy: 'none', hotTtl: true },
    ...plain,
    ...variants.filter(({ policy }) => params.policies.some((one) => one === policy)),
  ];
}

export type EvictionCell = Cell &
  (
    | { readonly pass: 'round'; readonly round: number }
    | {
        readonly pass: 'funnel';
        readonly policy: Policy;
        readonly defence: 'sentinel' | 'both';
      }
  );

export function evictionCells(params: Parameters): EvictionCell[] {
  const rounds = Array.from({ length: params.rounds }, (_, round) => ({
    key: `round/${round}`,
    seconds: 1.5 + params.seconds,
    ...{ pass: 'round' as const, round },
  }));
  const funnel = (policy: Policy, defence: 'sentinel' | 'both', seconds: number) => ({
    key: `funnel/${policy}/${defence}`,
    seconds: 0.5 + seconds,
    ...{ pass: 'funnel' as const, policy, defence },
  });
  return [
    ...rounds,
    funnel('allkeys-lru', 'sentinel', params.seconds),
    funnel('allkeys-lru', 'both', params.seconds),
    funnel('noeviction', 'sentinel', params.seconds),
  ];
}
