import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';

export const parameters = z.strictObject({
  skus: z.int().min(1_000).max(10_000_000).describe('rows of the table'),
});

export type Parameters = z.infer<typeof parameters>;

/** Nothing is left to luck, so that more of it would show nothing more. */
export const presets = {
  smoke: { skus: 200_000 },
  quick: { skus: 200_000 },
  full: { skus: 200_000 },
} as const;

/**
 * Bases of sentinel TTLs in seconds: the product's, which is S1's too, S2's two minutes, and the ten
 * minutes that S1 finds too long.
 */
export const sentinelTtls = { product: 60, s2: 120, long: 600 } as const;

export const writeBacks = ['plain', 'guarded', 'versioned'] as const;
export type WriteBack = (typeof writeBacks)[number];

export interface RacesCell extends Cell {
  readonly writeBack: WriteBack;
}

export function racesCells(): RacesCell[] {
  return writeBacks.map((writeBack) => ({ key: writeBack, seconds: 1, writeBack }));
}
