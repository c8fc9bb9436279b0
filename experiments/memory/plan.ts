import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';
import { count, differentCounts } from '../counts.ts';

const counts = z.strictObject({
  skus: count('rows of the table', 1_000),
  fewSkus: count('rows of the small shop that is flooded too'),
  range: count('largest id that is asked for'),
  sentinels: differentCounts('sentinels in a fresh Redis'),
  draws: count('random draws of the two floods that go through Redis'),
  rate: count('sentinels a second of the flood that lasts', 1, 50_000),
  seconds: count('its length', 1, 3_600),
  processes: differentCounts('processes with a filter each', 64),
});

/** Absent ids that are sent through the whole funnel. */
export const sameIds = 1_000;

/** How the rows call the filter that article S0 makes. */
export const articleSet = 'bloom, 500,000 at 0.001';

/** … and the one that is made for the rows of the table. */
export const ownSet = 'bloom, sized for the SKUs';

export const parameters = counts
  .refine(({ fewSkus, skus }) => fewSkus < skus, { path: ['fewSkus'], error: 'must be below skus' })
  .refine(
    ({ skus, range, sentinels, rate, seconds }) =>
      range - skus >= Math.max(sameIds, rate * seconds, ...sentinels),
    {
      path: ['range'],
      error: 'must leave an absent id for every sentinel, rate x seconds of them',
    },
  );

export type Parameters = z.infer<typeof parameters>;

/** Below, at and just above a doubling of Redis's tables, and the break-even of one filter. */
const points = [1_000, 6_000, 65_536, 65_537, 100_000, 262_144, 1_000_000];

const common = { skus: 200_000, fewSkus: 50, range: 10_000_000, rate: 5_000 };

export const presets = {
  smoke: { ...common, sentinels: [1_000], draws: 10_000, seconds: 4, processes: [1, 2] },
  quick: { ...common, sentinels: points, draws: 100_000, seconds: 12, processes: [1, 2, 4, 8] },
  full: {
    ...common,
    sentinels: [...points, 20_000, 32_768, 32_769, 40_000, 131_072, 131_073, 262_145, 9_800_000],
    draws: 10_000_000,
    seconds: 60,
    processes: [1, 2, 4, 8, 16],
  },
};

export type MemoryCell = Cell &
  (
    | { readonly pass: 'bytes' }
    | { readonly pass: 'flood'; readonly skus: number }
    | { readonly pass: 'steady' }
    | { readonly pass: 'processes'; readonly processes: number }
    | { readonly pass: 'sets'; readonly skus: number }
    | { readonly pass: 'id space' }
  );

export function memoryCells(params: Parameters): MemoryCell[] {
  const shops = [...new Set([params.fewSkus, params.skus])];
  return [
    { key: 'id-space', seconds: 1, pass: 'id space' },
    ...shops.map((skus) => ({ key: `sets/${skus}`, seconds: 0.3, pass: 'sets' as const, skus })),
    ...params.processes.map((processes) => ({
      key: `processes/${processes}`,
      seconds: 0.3 + processes / 4,
      pass: 'processes' as const,
      processes,
    })),
    { key: 'bytes', seconds: 9 + Math.max(...params.sentinels) / 100_000, pass: 'bytes' },
    ...shops.map((skus) => ({
      key: `flood/${skus}`,
      seconds: 2 + params.draws / 150_000,
      pass: 'flood' as const,
      skus,
    })),
    { key: 'steady', seconds: params.seconds + 1, pass: 'steady' },
  ];
}
