import type { Column } from '../src/lab/experiment.ts';

/** Columns of one unit that are the same for the same seed on any machine. */
export function exact(unit: string, ...names: readonly string[]): Column[] {
  return names.map((name) => ({ name, unit, kind: 'exact' }));
}

/** Columns of one unit that depend on the machine and the moment. */
export function measured(unit: string, ...names: readonly string[]): Column[] {
  return names.map((name) => ({ name, unit, kind: 'measured' }));
}
