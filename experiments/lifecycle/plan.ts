import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';

const count = (text: string, least = 1, most = 10_000_000) =>
  z.int().min(least).max(most).describe(text);

/** Each value is a cell. */
const tables = (text: string) =>
  z
    .array(count(text, 1_000))
    .refine((list) => new Set(list).size === list.length, 'no value may stand twice')
    .describe(text);

export const parameters = z.strictObject({
  skus: count('rows of the table', 1_000),
  requests: count('requests of an exact pass for present ids, and as many for absent ones', 1, 1e5),
  deleted: count('rows that are deleted behind the filter’s back', 1, 1_000),
  churnSteps: count('steps in each of which a tenth of the SKUs is replaced', 1, 1_000),
  rebuildRows: tables('rows of tables whose filter is rebuilt under traffic'),
  generatedIds: tables('ids of rebuilds for which MySQL makes the ids up'),
  rounds: count('rebuilds under traffic of each size', 1, 1_000),
  inserts: count('SKUs that go from process to process in each situation; 0: none', 0, 10_000),
});

export type Parameters = z.infer<typeof parameters>;

const common = { skus: 200_000, requests: 500, deleted: 200, churnSteps: 20 };

export const presets = {
  smoke: {
    ...{ ...common, requests: 100, deleted: 50, churnSteps: 3 },
    ...{ rebuildRows: [], generatedIds: [], rounds: 1, inserts: 0 },
  },
  quick: {
    ...common,
    ...{ rebuildRows: [200_000], generatedIds: [10_000_000], rounds: 3, inserts: 50 },
  },
  full: {
    ...{ ...common, requests: 10_000, deleted: 1_000 },
    ...{
      rebuildRows: [200_000, 10_000_000],
      generatedIds: [10_000_000],
      rounds: 10,
      inserts: 1_000,
    },
  },
};

/** How long a big rebuild may be watched; beyond that one round says enough. */
const bigTable = 1_000_000;

/** How often the filter is rebuilt under churn, in steps; 0 is never. */
export const rebuildIntervals = [0, 10, 5, 1] as const;

/** What is done to a published filter while its successor is built. */
export const ways = ['swap', 'in place'] as const;

/** What a filter says before it is built: S0's lets through, S2's empty one refuses. */
export const postures = ['open', 'closed'] as const;

export const deletedDefences = ['none', 'sentinel', 'bloom', 'both'] as const;

export type LifecycleCell = Cell &
  (
    | { readonly pass: 'swap'; readonly way: (typeof ways)[number] }
    | { readonly pass: 'churn'; readonly rebuildEvery: number }
    | { readonly pass: 'cold start'; readonly posture: (typeof postures)[number] }
    | { readonly pass: 'bits' }
    | { readonly pass: 'inserted' }
    | { readonly pass: 'deleted'; readonly defence: (typeof deletedDefences)[number] }
    | { readonly pass: 'processes' }
    | { readonly pass: 'rebuild'; readonly ids: number; readonly from: 'table' | 'generated' }
  );

/** Cells of one population stand together: seeding a table anew takes seconds. */
export function lifecycleCells(params: Parameters): LifecycleCell[] {
  return [
    ...ways.map((way) => ({ ...cell(`swap/${way}`, 0.1), pass: 'swap' as const, way })),
    ...rebuildIntervals.map((rebuildEvery) => ({
      ...cell(`churn/every-${rebuildEvery}`, 0.02 * params.churnSteps),
      pass: 'churn' as const,
      rebuildEvery,
    })),
    ...postures.map((posture) => ({
      ...cell(`cold-start/${posture}`, 0.7),
      pass: 'cold start' as const,
      posture,
    })),
    { ...cell('bits', 1), pass: 'bits' },
    { ...cell('inserted', 0.6), pass: 'inserted' },
    ...deletedDefences.map((defence) => ({
      ...cell(`deleted/${defence}`, 0.4),
      pass: 'deleted' as const,
      defence,
    })),
    ...(params.inserts === 0
      ? []
      : [{ ...cell('processes', 2 + params.inserts / 40), pass: 'processes' as const }]),
    ...rebuildCells(params),
  ];
}

function rebuildCells({ rebuildRows, generatedIds, rounds }: Parameters): LifecycleCell[] {
  const all = [
    ...generatedIds.map((ids) => ({ ids, from: 'generated' as const })),
    ...rebuildRows.map((ids) => ({ ids, from: 'table' as const })),
  ];
  return all.map(({ ids, from }) => ({
    ...cell(`rebuild/${from}/${ids}`, 1 + (1 + roundsOf(ids, rounds)) * (ids / 1_500_000)),
    pass: 'rebuild',
    ids,
    from,
  }));
}

/** Rebuilds of one size; a big one is done once. */
export function roundsOf(ids: number, rounds: number): number {
  return ids > bigTable ? 1 : rounds;
}

function cell(name: string, seconds: number) {
  const key = name.replaceAll(' ', '-');
  return key.startsWith('swap/') || key.startsWith('churn/')
    ? { key, seconds, pure: true as const }
    : { key, seconds };
}
