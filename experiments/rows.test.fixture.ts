import { expect } from 'vitest';
import type { Experiment, Row, Verdict } from '../src/lab/experiment.ts';
import { where } from './rows.ts';

/** What an experiment makes of its standard rows, and of these with a change. */
export function onRows<P extends object>(
  experiment: Pick<Experiment<P>, 'expectations' | 'verdicts'>,
  params: P,
  standard: () => readonly Row[],
) {
  const verdictOf = (rows: readonly Row[], claim: string): Verdict =>
    experiment.verdicts(rows, params).find((verdict) => verdict.claim === claim)!;
  return {
    /** The standard rows or others, those with `values` changed; there must be such. */
    altered(values: Row, changes: Row | ((row: Row) => Row), rows = standard()): Row[] {
      const change = typeof changes === 'function' ? changes : () => changes;
      const chosen = new Set(where(rows, values));
      expect(chosen.size).toBeGreaterThan(0);
      return rows.map((row) => (chosen.has(row) ? { ...row, ...change(row) } : row));
    },
    /** The names of the expectations that are broken. */
    broken: (rows: readonly Row[]) =>
      experiment.expectations(rows, params).flatMap(({ name, holds }) => (holds ? [] : [name])),
    verdictOf,
    /** The word of the verdict on a claim. */
    wordOf: (rows: readonly Row[], claim: string) => verdictOf(rows, claim).verdict,
    /** `S0-01 reproduced` for each verdict, in their order. */
    words: (rows: readonly Row[]) =>
      experiment.verdicts(rows, params).map(({ claim, verdict }) => `${claim} ${verdict}`),
  };
}
