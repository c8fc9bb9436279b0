import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropFileLock, takeFileLock, withFileLock } from './file-lock.ts';

const gone = `${spawnSync('true').pid} 1`;
const pidUsedAgain = `${process.pid} 1`;
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funnel-lab-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a lock is held until it is dropped', () => {
  expect([takeFileLock(path), takeFileLock(path)]).toEqual([true, false]);
  dropFileLock(path);
  expect(takeFileLock(path)).toBe(true);
});

test.each([
  ['that has gone', gone],
  ['whose pid another process has now', pidUsedAgain],
])('a lock is taken over from an owner %s', (_, owner) => {
  symlinkSync(owner, path);
  expect(takeFileLock(path)).toBe(true);
  expect(readlinkSync(path)).toMatch(`${process.pid} `);
});

test('of two that see the same dead owner, the one that is not the heir removes nothing', () => {
  symlinkSync(gone, path);
  takeFileLock(`${path}.heir`);
  expect(takeFileLock(path)).toBe(false);
  expect(readlinkSync(path)).toBe(gone);
});

test('a heir that died in the middle of it is no hindrance', () => {
  symlinkSync(gone, path);
  symlinkSync(gone, `${path}.heir`);
  expect(takeFileLock(path)).toBe(true);
  expect(existsSync(`${path}.heir`)).toBe(false);
});

test('work that fails gives the lock back; waiting for a lock ends with the signal', async () => {
  await expect(withFileLock(path, () => Promise.reject(new Error('failed')))).rejects.toThrow(
    'failed',
  );
  takeFileLock(path);
  const asked = AbortSignal.abort();
  const never = () => expect.unreachable('worked without the lock');
  await expect(withFileLock(path, never, asked)).rejects.toThrow(/abort/);
});
