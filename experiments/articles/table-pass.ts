import type { Result } from '../../src/lab/experiment.ts';
import { weighed } from '../heap.ts';
import type { Parameters } from './plan.ts';

/** Characters of the strings, as of a URL's path or a user's name. */
export const stringLength = 20;

/** Bytes an entry of JavaScript's `Set`, of strings and of numbers. */
export function tablePass({ keys }: Parameters): Result[] {
  // Printed in one piece: what padStart makes is kept as two strings and their sum.
  const text = (i: number) => String(10n ** BigInt(stringLength - 1) + BigInt(i));
  return [
    row('strings', () => setOf(keys, text)),
    row('32-bit numbers', () => setOf(keys, scattered)),
  ];
}

function row(holds: string, make: () => Set<unknown>): Result {
  const { made, heapBytes } = weighed(make);
  const row = { pass: 'table', language: 'JavaScript', holds, n: made.size };
  return { row: { ...row, tableBytes: heapBytes } };
}

function setOf<T>(keys: number, key: (i: number) => T): Set<T> {
  const set = new Set<T>();
  for (let i = 0; i < keys; i++) set.add(key(i));
  return set;
}

/** Different for each i below 2^32: an odd factor permutes the numbers of 32 bits. */
function scattered(i: number): number {
  return Math.imul(i, 0x9e3779b1) >>> 0;
}
