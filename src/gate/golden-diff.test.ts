import { expect, test } from 'vitest';
import { fnv1a64 as fnvModel } from '../filters/bloom-model.test.fixture.ts';
import { fnv1a64 } from './fnv.ts';
import { judgeGolden } from './gate.ts';
import { changesOf, likelyCause } from './golden-diff.ts';
import type { Reference } from './reference.ts';

const before: Reference = {
  vectors: [
    { id: '1', bits: null, values: ['910a2dec89025cc1'] },
    { id: '18446744073709551615', bits: null, values: ['e4d971771b652c20'] },
    { id: '1', bits: 9586, values: ['7341', '1894'] },
    { id: '1', bits: 4294967311, values: ['157920357'] },
  ],
  rows: [row({}), row({ cell: 'b' })],
};

function row(changes: Partial<Reference['rows'][number]>): Reference['rows'][number] {
  const counts = { firstFalsePositives: ['8'], falsePositives: [{ to: 9, count: 1 }] };
  const shape = { cell: 'a', bits: 8, hashes: 2, bitsSet: 3, fnv1a64: '0'.repeat(16) };
  return { ...shape, ...counts, ...changes };
}

function vectors(changes: Readonly<Record<number, string>>): Reference {
  const changed = before.vectors.map((vector, i) => {
    return changes[i] === undefined ? vector : { ...vector, values: [changes[i]] };
  });
  return { ...before, vectors: changed };
}

test('every change is told with its value before and after', () => {
  const counts = { bitsSet: 4, falsePositives: [{ to: 9, count: 0 }] };
  expect(changesOf(before, { ...before, rows: [row(counts), row({ cell: 'b' })] })).toEqual([
    { of: 'a', field: 'bits set', before: '3', after: '4' },
    { of: 'a', field: 'false positives up to 9', before: '1', after: '0' },
  ]);
  expect(changesOf(before, vectors({ 2: '5' }))).toEqual([
    { of: 'positions in 9586 bits of id 1', field: 'values', before: '7341 1894', after: '5' },
  ]);
  expect(changesOf(before, before)).toEqual([]);
});

test('a cell that only one of the two has is a change, and a failed check', () => {
  const fewer = { ...before, rows: [row({})] };
  for (const [from, to] of [
    [before, fewer],
    [fewer, before],
  ] as const) {
    const { checks, cause } = judgeGolden(from, to);
    expect(checks.filter(({ holds }) => !holds).map(({ cell }) => cell)).toEqual(['b']);
    expect(cause).toContain('reference: ');
  }
});

test.each([
  ['sizing', { ...before, rows: [row({ bits: 9 }), row({ cell: 'b' })] }],
  ['mixer', vectors({ 0: '910a2dec89025cc0', 2: '5', 3: '5' })],
  ['probes', vectors({ 2: '5', 3: '5' })],
  ['width', vectors({ 0: '0000000089025cc1', 2: '5' })],
  ['width', vectors({ 1: '0' })],
  ['width', vectors({ 3: '5' })],
  ['bits', { ...before, rows: [row({ bitsSet: 4 }), row({ cell: 'b' })] }],
])('the likely cause is the %s', (cause, after) => {
  expect(likelyCause(before, after).split(':')[0]).toBe(cause);
});

test('the hash of the bits is FNV-1a', () => {
  // Published test vectors of 64-bit FNV-1a.
  expect(fnv1a64(new Uint8Array())).toBe('cbf29ce484222325');
  expect(fnv1a64(Buffer.from('a'))).toBe('af63dc4c8601ec8c');
  expect(fnv1a64(Buffer.from('foobar'))).toBe('85944171f73967e8');
  const bytes = Uint8Array.from({ length: 3000 }, (_, i) => i * i);
  expect(fnv1a64(bytes)).toBe(fnvModel(bytes));
});
