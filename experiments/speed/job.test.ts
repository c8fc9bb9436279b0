import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../src/lab/temporary-folder.test.fixture.ts';
import { isAlive } from '../../src/servers/processes.test.fixture.ts';
import { type Job, measureApart } from './job.ts';
import { presets } from './plan.ts';

const job = (plain: string | undefined): Job => ({
  ...{ pass: 'variants', params: presets.smoke, seed: '1', plain },
});

test('an interruption ends the process that measures and the program that it waits for', async () => {
  const folder = temporaryFolder();
  const pids = join(folder, 'pids');
  const plain = join(folder, 'plain');
  // It never answers, nor does it look at its input: as plain C++ in the middle of its work.
  writeFileSync(plain, `#!/bin/sh\necho $PPID $$ > '${pids}'\nexec sleep 60\n`);
  chmodSync(plain, 0o700);
  const controller = new AbortController();
  const measured = measureApart(job(plain), controller);
  measured.catch(() => undefined);
  const read = () => readFileSync(pids, 'utf8').trim().split(' ').map(Number);
  await vi.waitFor(() => expect(read()).toHaveLength(2), 20_000);
  controller.abort(new Error('enough'));
  await expect(measured).rejects.toThrow('enough');
  await vi.waitFor(() => expect(read().map(isAlive)).toEqual([false, false]), 5_000);
});

test('what was interrupted before it began does not begin', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(measureApart(job(undefined), { signal })).rejects.toThrow('enough');
});
