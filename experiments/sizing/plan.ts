import type { Shape } from '../../src/filters/sizing.ts';

/** The (n, p) that the articles name: S0, S0 for the SKUs present, S2, S3, S3 for integers. */
export const articleSizes = [
  [500_000, 0.001],
  [200_000, 0.001],
  [10_000, 0.01],
  [1_000_000, 0.01],
  [10_000, 0.001],
] as const;

export const gridIds = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
export const gridRates = [0.1, 0.05, 0.03, 0.02, 0.01, 0.001, 1e-4, 1e-5, 1e-6];

/** The filters that the articles run, as their own code sizes them. */
export const articleFilters: readonly (Shape & { readonly name: string })[] = [
  { name: 'S0', bits: 7_188_794, hashes: 10 },
  // Redisson truncates m.
  { name: 'S2', bits: 95_850, hashes: 7 },
  // S3's second version truncates m and aligns it to 64; its first has a fixed shape.
  { name: 'S3 aligned', bits: 9_585_088, hashes: 7 },
  { name: 'S3 fixed', bits: 1_000_000, hashes: 3 },
  // As S4 writes it.
  { name: 'S4', bits: 2 << 24, hashes: 7 },
];

/** Ids in those filters, from empty to far beyond what any of them is for. */
export const loads = [
  1_000, 5_000, 9_000, 10_000, 11_000, 20_000, 50_000, 100_000, 200_000, 231_000, 500_000,
  1_000_000, 2_000_000, 3_320_000, 5_000_000, 10_000_000,
];
