import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plotlyFileName, plotlyPath } from './assets.ts';
import { report } from './sample.test.fixture.ts';
import { writeReport } from './write.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'funnel lab report '));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (runId: string, createdAt: string) =>
  writeReport({ ...report, runId, createdAt }, folder);
const index = () => readFile(path.join(folder, 'index.html'), 'utf8');
const links = async () =>
  [...(await index()).matchAll(/<a href="([^"]+index.html)"/g)].map(([, to]) => to);

test('a page finds plotly beside it, and nothing unfinished stays', async () => {
  const file = await write('run-1', '2026-11-30T10:00:00Z');
  expect(file).toBe(path.join(folder, 'run-1', 'index.html'));
  const source = /src="([^"]+plotly[^"]+)"/.exec(await readFile(file, 'utf8'))?.[1];
  const { size } = await stat(path.resolve(path.dirname(file), source!));
  expect(size).toBe((await stat(plotlyPath())).size);
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('the index leads to the newest run first, whenever a page was drawn', async () => {
  await write('b', '2026-11-30T10:00:00Z');
  await write('a', '2026-12-01T10:00:00Z');
  await write('c', '2026-11-29T10:00:00Z');
  expect(await links()).toEqual(['a/index.html', 'b/index.html', 'c/index.html']);
  expect(await index()).toMatch(/2026-12-01T10:00:00Z · newest/);
  await rm(path.join(folder, 'a'), { recursive: true });
  await write('b', '2026-11-30T10:00:00Z');
  expect(await links()).toEqual(['b/index.html', 'c/index.html']);
});

test('the page of the claims lies beside that of the run, and the index leads to both', async () => {
  await write('a', '2026-11-30T10:00:00Z');
  const older = path.join(folder, 'b');
  await mkdir(older);
  await writeFile(path.join(older, 'index.html'), '<meta name="created" content="2025-01-01">');
  await write('a', '2026-11-30T10:00:00Z');
  expect(await readFile(path.join(folder, 'a', 'claims.html'), 'utf8')).toContain('id="S0-20"');
  expect(await index()).toContain('href="a/claims.html"');
  expect(await index()).toContain('href="b/index.html"');
  expect(await index()).not.toContain('href="b/claims.html"');
});

test('plotly is copied once for all pages, and again if the copy is damaged', async () => {
  const copy = path.join(folder, 'assets', plotlyFileName());
  await write('a', '2026-11-30T10:00:00Z');
  const first = await stat(copy);
  await write('b', '2026-11-30T10:00:00Z');
  expect((await stat(copy)).ino).toBe(first.ino);
  await writeFile(copy, 'torn');
  await write('b', '2026-11-30T10:00:00Z');
  expect((await stat(copy)).size).toBe(first.size);
});

test('a file that cannot take its place leaves nothing half written', async () => {
  await mkdir(path.join(folder, 'a', 'index.html'), { recursive: true });
  await expect(write('a', '2026-11-30T10:00:00Z')).rejects.toThrow(/index\.html/);
  expect(await readdir(path.join(folder, 'a'))).toEqual(['index.html']);
});

// Linux gives a full disk for nothing: every write to /dev/full fails with ENOSPC.
test('a full disk is an error with the path and leaves the page as it was', async () => {
  const file = await write('a', '2026-11-30T10:00:00Z');
  const before = await readFile(file, 'utf8');
  await symlink('/dev/full', `${file}.${process.pid}.tmp`);
  await expect(write('a', '2026-12-01T10:00:00Z')).rejects.toThrow(`Cannot write ${file}: ENOSPC`);
  expect(await readFile(file, 'utf8')).toBe(before);
});

test.each(['..', '../x', 'a/b', '', '.hidden'])('the run id %o is refused', async (runId) => {
  await expect(write(runId, '2026-11-30T10:00:00Z')).rejects.toThrow(/run id/);
});
