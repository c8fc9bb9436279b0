import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { makeTempDir } from '../servers/temp-dir.ts';
import { compilePlain } from './plain-program.ts';
import { timeScan } from './scan.ts';

const { signal } = new AbortController();
const folder = makeTempDir();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a scan counts the four ids that pass up to 10^7, in threads and in plain C++', async () => {
  const plain = await compilePlain(folder, { signal });
  const now = () => process.hrtime.bigint();
  const scan = await timeScan({ members: 200_000, to: 10_000_000, plain, now, signal });
  expect(scan.fp).toBe(4);
  expect(scan.threads).toBe(Math.min(2, availableParallelism()));
  expect(scan.plainSeconds === undefined).toBe(plain === undefined);
});
