import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';
import { count, differentCounts } from '../counts.ts';

const counts = z.strictObject({
  skus: count('rows of the table; the articles have 200000', 10, 10_000_000),
  range: count('largest id that is asked for', 1, 1_000_000_000),
  different: differentCounts('different absent ids of each attack', 1_000_000),
});

/** Requests for one and the same id, as article S0 has it. */
export const equalRequests = 100;

export const parameters = counts.refine(
  ({ skus, range, different }) => range - skus >= different.reduce((sum, ids) => sum + ids, 200),
  { path: ['range'], error: 'must leave an absent id of its own for every request' },
);

export type Parameters = z.infer<typeof parameters>;

const common = { skus: 200_000, range: 10_000_000 };

export const presets = {
  smoke: { ...common, different: [100] },
  quick: { ...common, different: [100, 1_000, 10_000] },
  full: { ...common, different: [100, 1_000, 10_000, 100_000] },
};

/** What the articles compare: the sentinel alone, and the filter in front of it. */
export const walkedDefences = ['sentinel', 'both'] as const;
export type WalkedDefence = (typeof walkedDefences)[number];

export type WalkCell = Cell &
  (
    | { readonly pass: 'grammar' }
    | { readonly pass: 'count plus one' }
    | { readonly pass: 'steps'; readonly defence: WalkedDefence }
  );

export function walkCells({ different }: Parameters): WalkCell[] {
  const requests = different.reduce((sum, ids) => sum + ids, equalRequests);
  return [
    { key: 'grammar', seconds: 0.1, pass: 'grammar', pure: true },
    ...walkedDefences.map((defence) => ({
      key: `steps/${defence}`,
      seconds: 1 + requests / 5_000,
      pass: 'steps' as const,
      defence,
    })),
    { key: 'count-plus-one', seconds: 0.5, pass: 'count plus one' },
  ];
}
