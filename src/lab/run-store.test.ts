import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile } from './files.ts';
import { findRun, listRuns, RunFolder, readResults, readRun } from './run-store.ts';
import { temporaryFolder } from './temporary-folder.test.fixture.ts';
import { sampleRecord, toy } from './toy.test.fixture.ts';

const noon = new Date('2026-01-31T12:00:00.789Z');

const record = sampleRecord;

const cell = { key: 'size/1', seconds: 1, n: 1 };
const result = { row: { n: 1, draw: 2, rate: 0.5, label: 'x' } };

test('a run is named after its second in UTC and its preset; the next one gets a number', () => {
  const root = temporaryFolder();
  const names = [1, 2, 3].map(() => {
    const folder = RunFolder.create(root, noon, 'quick');
    folder.save(record);
    folder.close();
    return folder.path;
  });
  expect(names).toEqual(
    ['', '-2', '-3'].map((suffix) => join(root, `20260131-120000-quick${suffix}`)),
  );
  mkdirSync(join(root, 'reference'));
  writeFileSync(join(root, 'reference', 'run.json'), '');
  mkdirSync(join(root, 'no-run'));
  expect(listRuns(root)).toEqual(names.toReversed());
});

test('what is saved is read again, and nothing else lies in the folder', () => {
  const root = temporaryFolder();
  const folder = RunFolder.create(root, noon, 'quick');
  folder.save({ ...record, seed: 'first' });
  folder.save(record);
  folder.append(toy(), cell, [result]);
  folder.close();
  expect(readRun(folder.path)).toEqual(record);
  expect(readResults(folder.path, 'toy')).toEqual([result]);
  expect(readdirSync(folder.path).toSorted()).toEqual(['run.json', 'toy.ndjson']);
});

test('a run is held by one process: a second resume is refused, a dead one is taken over', () => {
  const folder = RunFolder.create(temporaryFolder(), noon, 'quick');
  expect(() => RunFolder.resume(folder.path)).toThrow('another process');
  folder.close();
  // No process has this number: Linux counts to 2^22.
  symlinkSync(`${2 ** 30} 1`, join(folder.path, 'run.lock'));
  RunFolder.resume(folder.path).close();
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a torn end is cut off before the cell is written again', () => {
  const folder = RunFolder.create(temporaryFolder(), noon, 'quick');
  const path = join(folder.path, 'toy.ndjson');
  folder.append(toy(), cell, [result]);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, `${whole}${whole.replaceAll('size/1', 'size/2').slice(0, -5)}`);
  expect([...folder.takeUp('toy').keys()]).toEqual(['size/1']);
  expect(readFileSync(path, 'utf8')).toBe(whole);
  folder.close();
});

test.each([
  [{ ...record, schemaVersion: 2 }, 'schema version 2, written by a newer funnel-lab'],
  [{ ...record, schemaVersion: 0 }, 'schema version 0, written by an older funnel-lab'],
  [{ ...record, seconds: 'many' }, 'is damaged'],
  [{ ...record, experiments: [{ id: '../../etc/passwd' }] }, 'is damaged'],
])('a run.json of another version or damaged is refused in words', (json, words) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'run.json'), JSON.stringify(json));
  expect(() => readRun(folder)).toThrow(words);
});

test('half a run.json is refused in words', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'run.json'), JSON.stringify(record).slice(0, 100));
  expect(() => readRun(folder)).toThrow('is damaged');
});

test('a record with NaN in it is not written', () => {
  const folder = RunFolder.create(temporaryFolder(), noon, 'quick');
  expect(() => folder.save({ ...record, seconds: Number.NaN })).toThrow();
  expect(existsSync(join(folder.path, 'run.json'))).toBe(false);
  folder.close();
});

test('a run is found by its id or by its folder; another name leads to the newest', () => {
  const root = temporaryFolder();
  const folder = RunFolder.create(root, noon, 'quick');
  folder.save(record);
  folder.close();
  expect(findRun(root, '20260131-120000-quick')).toBe(folder.path);
  expect(findRun('/nowhere', folder.path)).toBe(folder.path);
  expect(() => findRun(root, 'other')).toThrow(`the newest is ${folder.path}`);
});

// Linux gives a full disk for nothing: every write to /dev/full fails with ENOSPC.
test('a full disk leaves the old file, nothing beside it, and an error with the path', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'run.json');
  replaceFile(path, 'old');
  symlinkSync('/dev/full', `${path}.${process.pid}.tmp`);
  expect(() => replaceFile(path, 'new')).toThrow(`Cannot write ${path}: ENOSPC`);
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['run.json']);
});

test('rows that a full disk does not take are an error with the path', () => {
  const folder = RunFolder.create(temporaryFolder(), noon, 'quick');
  const path = join(folder.path, 'toy.ndjson');
  symlinkSync('/dev/full', path);
  expect(() => folder.append(toy(), cell, [result])).toThrow(`Cannot write ${path}: ENOSPC`);
  folder.close();
});
