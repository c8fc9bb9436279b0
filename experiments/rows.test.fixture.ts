import { expect } from 'vitest';
import type { Experiment, Row } from '../src/lab/experiment.ts';
import { where } from './rows.ts';

/** What an experiment makes of its standard rows, and of these with a change. */
export function onRows<P extends object>(
  experiment: Pick<Experiment<P>, 'expectations' | 'verdicts'>,
  params: P,
  standard: () => Row[],
) {
  return {
    /** The standard rows, those with `values` changed; there must be such. */
    altered(values: Row, changes: Row): Row[] {
      const rows = standard();
      const chosen = new Set(where(rows, values));
      expect(chosen.size).toBeGreaterThan(0);
      return rows.map((row) => (chosen.has(row) ? { ...row, ...changes } : row));
    },
    /** The names of the expectations that are broken. */
    broken: (rows: readonly Row[]) =>
      experiment.expectations(rows, params).flatMap(({ name, holds }) => (holds ? [] : [name])),
    /** The word of each claim. */
    words: (rows: readonly Row[]) =>
      new Map(experiment.verdicts(rows, params).map(({ claim, verdict }) => [claim, verdict])),
  };
}
