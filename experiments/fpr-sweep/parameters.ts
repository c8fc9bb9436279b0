import { z } from 'zod';

const rateRange = 'must be from 1e-9 to 0.5 (0.01 = 1 %)';

export const parameters = z.strictObject({
  n: z
    .array(z.int().min(1).max(100_000_000))
    .min(1)
    .describe('ids in the filters of the grid, each filter made for as many'),
  p: z
    .array(z.number().min(1e-9, rateRange).max(0.5, rateRange))
    .min(1)
    .describe('target rates of the grid (0.01 = 1 %)'),
  precision: z
    .number()
    .min(0.001)
    .max(1)
    .describe('wanted half-width of a rate’s 95 % interval, as a share of the rate'),
  maxProbes: z
    .int()
    .min(1_000)
    .max(10_000_000_000)
    .describe('most absent ids asked in one row; five times as many to tell 1.004 % from 1 %'),
  filters: z
    .int()
    .min(20)
    .max(100_000)
    .describe('filters of a row at small n, where a single one is not the mean'),
  scanTo: z
    .int()
    .min(1_000_000, 'must be at least 1000000: ids up to 200000 are members and not asked')
    .max(10_000_000_000)
    .describe('last id of the scan of the article’s filter, which begins at 200001'),
  compare: z.boolean().describe('time the scan against plain C++, where there is a compiler'),
});

export type Parameters = z.infer<typeof parameters>;

const grid = { n: [1, 10, 100, 1e3, 1e4, 1e5, 1e6], p: [0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6] };

export const presets = {
  smoke: {
    n: [1, 100, 10_000, 100_000],
    p: [0.1, 0.01, 1e-3],
    precision: 0.2,
    maxProbes: 100_000,
    filters: 20,
    scanTo: 10_000_000,
    compare: false,
  },
  quick: {
    ...grid,
    precision: 0.05,
    maxProbes: 20_000_000,
    filters: 200,
    scanTo: 100_000_000,
    compare: false,
  },
  full: {
    n: [...grid.n, 1e7, 1e8],
    p: grid.p,
    precision: 0.01,
    maxProbes: 400_000_000,
    filters: 2_000,
    scanTo: 1_000_000_000,
    compare: true,
  },
} satisfies Record<string, Parameters>;
