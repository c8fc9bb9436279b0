import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { goldenRows, largeRow } from '../filters/golden-rows.test.fixture.ts';
import { temporaryFolder } from '../lab/temporary-folder.test.fixture.ts';
import { readReference, writeReference } from './reference.ts';

const stored = readReference('results/reference/golden.json');

test('the reference in git holds what independent programs counted', () => {
  const known = [...goldenRows, largeRow].map(({ filter, fnv, passing, counts }) => {
    const { bits, hashes, bitsSet } = filter;
    const falsePositives = Object.entries(counts).map(([to, count]) => ({ to: Number(to), count }));
    const firstFalsePositives = passing.map(String);
    return { bits, hashes, bitsSet, fnv1a64: fnv, firstFalsePositives, falsePositives };
  });
  expect(stored.rows.map(({ cell: _, ...row }) => row)).toEqual(known);
  // From the authors' C of splitmix64: its first output for the state 1.
  const { values } = stored.vectors.find(({ id, bits }) => id === '1' && bits === null)!;
  expect(values).toEqual(['910a2dec89025cc1']);
});

test('what is written is read again, and no other file is left', () => {
  const folder = join(temporaryFolder(), 'new');
  const path = join(folder, 'golden.json');
  writeReference(path, stored);
  expect(readReference(path)).toMatchObject(stored);
  expect(readdirSync(folder)).toEqual(['golden.json']);
});

test.each([
  ['missing', undefined, 'is missing'],
  ['empty', '', 'is empty'],
  ['cut off', '{ "schemaVersion": 1, "vec', 'is damaged'],
  ['no JSON object', '[]', 'is damaged'],
  ['without rows', '{ "schemaVersion": 1, "vectors": [], "rows": [] }', 'is damaged'],
  ['older', '{ "schemaVersion": 0 }', 'has schema version 0, written by an older funnel-lab'],
  ['newer', '{ "schemaVersion": 2 }', 'has schema version 2, written by a newer funnel-lab'],
])('a reference that is %s is refused with 5 and says why', (_, text, words) => {
  const path = join(temporaryFolder(), 'golden.json');
  if (text !== undefined) writeFileSync(path, text);
  const refusal = expect.objectContaining({
    exitCode: 5,
    message: expect.stringContaining(`${path} ${words}`),
  });
  expect(() => readReference(path)).toThrow(refusal);
});

test('a count that is none is refused, and so is a folder', () => {
  const path = join(temporaryFolder(), 'golden.json');
  const text = readFileSync('results/reference/golden.json', 'utf8');
  writeFileSync(path, text.replace('"bitsSet": 5011', '"bitsSet": "5011"'));
  expect(() => readReference(path)).toThrow('rows[0].bitsSet');
  mkdirSync(`${path}.d`);
  expect(() => readReference(`${path}.d`)).toThrow('cannot be read');
});
