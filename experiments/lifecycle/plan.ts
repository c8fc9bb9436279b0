import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';
import { count } from '../counts.ts';

const counts = z.strictObject({
  skus: count('rows of the table', 1_000),
  requests: count('requests of an exact pass for present ids, and as many for absent ones', 1, 1e5),
  deleted: count('rows that are deleted behind the filter’s back', 1, 1_000),
  churnSteps: count('steps in each of which a tenth of the SKUs is replaced', 1, 1_000),
  rounds: count('rebuilds of the SKUs’ filter under traffic; 0: none', 0, 1_000),
  generatedIds: count('ids of a rebuild for which MySQL makes the ids up; 0: none', 0),
  largeTable: count('rows of a table whose filter is rebuilt once; 0: none', 0),
  inserts: count('SKUs that go from process to process in each situation; 0: none', 0, 10_000),
});

export const parameters = counts.refine(({ skus, largeTable }) => largeTable !== skus, {
  path: ['largeTable'],
  error: 'must not be skus, whose filter is rebuilt anyway',
});

export type Parameters = z.infer<typeof parameters>;

const common = { skus: 200_000, requests: 500, deleted: 200, churnSteps: 20 };

export const presets = {
  smoke: {
    ...{ ...common, requests: 100, deleted: 50, churnSteps: 3 },
    ...{ rounds: 0, generatedIds: 0, largeTable: 0, inserts: 0 },
  },
  quick: { ...common, rounds: 3, generatedIds: 10_000_000, largeTable: 0, inserts: 50 },
  full: {
    ...{ ...common, requests: 10_000, deleted: 1_000 },
    ...{ rounds: 10, generatedIds: 10_000_000, largeTable: 10_000_000, inserts: 1_000 },
  },
} as const;

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
    | {
        readonly pass: 'rebuild';
        readonly ids: number;
        readonly from: 'table' | 'generated';
        readonly rounds: number;
      }
  );

/** Neither a server nor a clock. */
const pure = { pure: true as const };

/** Cells of one population stand together: seeding a table anew takes seconds. */
export function lifecycleCells(params: Parameters): LifecycleCell[] {
  return [
    ...ways.map((way) => ({ ...cell(`swap/${way}`, 0.1), ...pure, pass: 'swap' as const, way })),
    ...rebuildIntervals.map((rebuildEvery) => ({
      ...cell(`churn/every-${rebuildEvery}`, 0.02 * params.churnSteps),
      ...pure,
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

/** The large table comes last, since it takes minutes to seed. */
function rebuildCells({ skus, rounds, generatedIds, largeTable }: Parameters): LifecycleCell[] {
  const all = [
    { ids: generatedIds, from: 'generated', rounds: Math.min(1, generatedIds) },
    { ids: skus, from: 'table', rounds },
    { ids: largeTable, from: 'table', rounds: Math.min(1, largeTable) },
  ] as const;
  return all
    .filter((one) => one.rounds > 0)
    .map(({ ids, from, rounds }) => ({
      ...cell(`rebuild/${from}/${ids}`, 0.5 + rounds * (0.5 + ids / 1_500_000)),
      ...{ pass: 'rebuild', ids, from, rounds },
    }));
}

function cell(name: string, seconds: number) {
  return { key: name.replaceAll(' ', '-'), seconds };
}
