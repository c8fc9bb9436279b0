import { expect, test } from 'vitest';
import type { Column, Result } from './experiment.ts';
import { decodeRows, encodeCell } from './rows.ts';

const columns: readonly Column[] = [
  { name: 'id', unit: '', kind: 'exact' },
  { name: 'rate', unit: '1', kind: 'exact' },
];

const two: readonly Result[] = [
  { row: { rate: 0.1, id: '9007199254740993' } },
  { row: { id: 'BaNaNa', rate: null }, reasons: { rate: 'no requests' } },
];

test('a cell is one line a row, in the order of the columns, and comes back as it was', () => {
  const text = encodeCell('a', two, columns);
  expect(text).toBe(
    '{"cell":"a","rows":2,"row":{"id":"9007199254740993","rate":0.1}}\n' +
      '{"cell":"a","rows":2,"row":{"id":"BaNaNa","rate":null},"reasons":{"rate":"no requests"}}\n',
  );
  expect(decodeRows(text, 'x').cells).toEqual(new Map([['a', two]]));
});

test('cut anywhere, a file gives its whole cells and where they end', () => {
  const first = encodeCell('ä', two, columns);
  const both = Buffer.from(first + encodeCell('b', two, columns));
  const firstBytes = Buffer.byteLength(first);
  for (let length = 0; length <= both.length; length++) {
    const { cells, wholeBytes } = decodeRows(both.subarray(0, length).toString(), 'x');
    const whole = length === both.length ? ['ä', 'b'] : length >= firstBytes ? ['ä'] : [];
    expect([...cells.keys()]).toEqual(whole);
    expect(wholeBytes).toBe([0, firstBytes, both.length][whole.length]);
  }
});

test.each([
  ['NaN', { row: { id: 1, rate: Number.NaN } }],
  ['Infinity', { row: { id: 1, rate: Number.POSITIVE_INFINITY } }],
  ['a count above 2^53', { row: { id: 2 ** 53, rate: 0 } }],
  ['undefined', { row: { id: 1, rate: undefined } }],
  ['a bigint', { row: { id: 1n, rate: 0 } }],
  ['a list', { row: { id: [1], rate: 0 } }],
  ['a column that is not declared', { row: { id: 1, rate: 0, extra: 1 } }],
  ['a null without a reason', { row: { id: 1, rate: null } }],
  ['a null with an empty reason', { row: { id: 1, rate: null }, reasons: { rate: '' } }],
  ['a reason without a null', { row: { id: 1, rate: 0 }, reasons: { rate: 'why' } }],
  ['a reason for nothing', { row: { id: 1, rate: 0 }, reasons: { other: 'why' } }],
])('%s does not reach a file', (_, result) => {
  expect(() => encodeCell('a', [result as unknown as Result], columns)).toThrow(TypeError);
});

test('a cell without rows is refused: it would be done again at every resume', () => {
  expect(() => encodeCell('a', [], columns)).toThrow('no rows');
});

test.each([
  ['no JSON', 'x\n'],
  ['no row', '{"cell":"a"}\n'],
  ['a cell that is not whole before another', `${line('a', 2)}${line('b', 1)}`],
  ['a cell twice', `${line('a', 1)}${line('a', 1)}`],
])('damage before the end is refused with the line: %s', (_, text) => {
  expect(() => decodeRows(text, 'toy.ndjson')).toThrow(/toy\.ndjson is damaged at line [12]/);
});

function line(cell: string, rows: number): string {
  return `${JSON.stringify({ cell, rows, row: { id: 1, rate: 0 } })}\n`;
}
