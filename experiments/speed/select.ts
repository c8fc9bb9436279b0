import type { Row } from '../../src/lab/experiment.ts';
import { num, where } from '../rows.ts';

/** The names of what the verdicts and charts speak of. */
export const paths = {
  many: 'hasMany(Uint32Array)',
  single: 'has(number)',
  bitmap: 'BitmapSet',
  emptyCall: 'empty WASM call',
  rejection: 'Funnel.detail, not awaited',
} as const;

/** Over what two threads are compared with one. */
export const readerNames = { shared: 'one shared filter', own: 'a filter each' } as const;

/** The rows of the variants that were measured, not of those that are not available here. */
export function timed(rows: readonly Row[], values: Row = {}): Row[] {
  return where(rows, { pass: 'variants', ...values }).filter(({ ns }) => ns !== null);
}

/** Nanoseconds an id; `undefined` where it was not measured. */
export function nsOf(rows: readonly Row[], contender: string, work: Row): number | undefined {
  const [row] = timed(rows, { contender, ...work });
  return row && num(row, 'ns');
}

/** What all are compared with in this run. */
export function referenceOf(rows: readonly Row[]): string {
  return `${timed(rows)[0]?.reference}`;
}
