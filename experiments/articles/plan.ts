import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';

export const parameters = z.strictObject({
  keys: z.int().min(1_000).max(10_000_000).describe('keys in the hash tables whose bytes are read'),
  n: z.int().min(1_000).max(10_000_000).describe('ids in the filters that are compared'),
  probes: z
    .int()
    .min(10_000)
    .max(1_000_000_000)
    .describe('most absent ids that a filter is asked for'),
  compile: z.boolean().describe('compile and run C++, where there is a compiler'),
});

export type Parameters = z.infer<typeof parameters>;

export const presets = {
  smoke: { keys: 20_000, n: 10_000, probes: 20_000, compile: false },
  quick: { keys: 1_000_000, n: 50_000, probes: 300_000, compile: true },
  full: { keys: 10_000_000, n: 1_000_000, probes: 50_000_000, compile: true },
} satisfies Record<string, Parameters>;

/** The kinds of filters that are compared. */
export const kinds = ['Bloom', 'blocked Bloom', 'counting Bloom', 'cuckoo'] as const;
export type Kind = (typeof kinds)[number];

export type ArticlesCell = Cell &
  (
    | { readonly pass: 'arithmetic' | 'hash' | 'delete' | 'table' | 'parse' | 'C++' }
    | { readonly pass: 'rival'; readonly kind: Kind }
  );

export function articlesCells({ compile }: Parameters): ArticlesCell[] {
  return [
    ...kinds.map(
      (kind): ArticlesCell => ({
        key: `rival/${kind}`,
        seconds: 1,
        pass: 'rival',
        kind,
        pure: true,
      }),
    ),
    { key: 'hash', seconds: 0.8, pass: 'hash', pure: true },
    { key: 'delete', seconds: 0.3, pass: 'delete', pure: true },
    { key: 'arithmetic', seconds: 0.01, pass: 'arithmetic', pure: true },
    // These measure bytes or time.
    { key: 'table', seconds: 0.8, pass: 'table' },
    { key: 'parse', seconds: 0.2, pass: 'parse' },
    ...(compile ? [{ key: 'cpp', seconds: 4, pass: 'C++' } as const] : []),
  ];
}
