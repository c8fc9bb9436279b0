import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';

const count = (text: string, least: number, most: number) =>
  z.int().min(least).max(most).describe(text);

export const parameters = z.strictObject({
  members: count('ids in the article’s filter when it is asked', 2_000, 500_000),
  asked: count('ids that a round asks for, at each share of present ones', 3_072, 3_000_000),
  rounds: count('rounds of all variants', 1, 1_000),
  maxBits: count('bits of the largest filter of the row of sizes', 100_000, 4_000_000_000),
  compare: z.boolean().describe('compare with plain C++, where there is a compiler'),
});

export type Parameters = z.infer<typeof parameters>;

export const presets = {
  smoke: { members: 2_000, asked: 3_072, rounds: 1, maxBits: 1e6, compare: false },
  quick: { members: 200_000, asked: 92_160, rounds: 9, maxBits: 1e9, compare: true },
  // 171 MiB are a filter of 10^8 ids at 0.1 %.
  full: { members: 200_000, asked: 196_608, rounds: 31, maxBits: 1_437_758_757, compare: true },
} satisfies Record<string, Parameters>;

export type SpeedCell = Cell & {
  readonly pass: 'variants' | 'hashes' | 'sizes' | 'readers' | 'programs' | 'rejections';
};

export function speedCells({ rounds, members, asked, maxBits, compare }: Parameters): SpeedCell[] {
  return [
    // The slowest of the packages takes 6 µs an id.
    {
      key: 'variants',
      seconds: 3 + (rounds + 1) * (members + 2 * asked) * 2.7e-6,
      pass: 'variants',
    },
    { key: 'hashes', seconds: 2.5, pass: 'hashes' },
    { key: 'sizes', seconds: 3.5 + maxBits * 1.9e-8, pass: 'sizes' },
    { key: 'readers', seconds: 1.8, pass: 'readers' },
    ...(compare ? [{ key: 'programs', seconds: 2, pass: 'programs' } as const] : []),
    { key: 'rejections', seconds: 1 + (rounds + 1) * asked * 4e-7, pass: 'rejections' },
  ];
}
