import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RunFolder, readResults, readRun } from './run-store.ts';
import { temporaryFolder } from './temporary-folder.test.fixture.ts';
import { sampleRecord } from './toy.test.fixture.ts';

const writer = 'dist/src/lab/endless-writer.test.fixture.js';

// The writer is killed ten times, each time while it is busy with the cell after the one that it
// reported; whatever it was doing, the files must be readable and hold whole cells only.
test('kill -9 while results are written costs at most the cell at hand', async () => {
  const folder = RunFolder.create(temporaryFolder(), new Date(0), 'quick');
  folder.save(sampleRecord);
  folder.close();
  let cells = 0;
  for (let round = 1; round <= 10; round++) {
    const child = spawn(process.execPath, [writer, folder.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let reported = cells;
    while (reported < cells + round) {
      const [dots] = await once(child.stdout, 'data');
      reported += String(dots).length;
    }
    child.kill('SIGKILL');
    await once(child, 'close');

    const rows = readResults(folder.path, 'toy').map(({ row }) => row);
    cells = rows.length / 100;
    expect(cells).toBeGreaterThanOrEqual(reported);
    expect(rows.map(({ draw }) => draw)).toEqual(rows.map((_, index) => Math.floor(index / 100)));
    expect(cells - readRun(folder.path).seconds).toBeOneOf([0, 1]);
  }
  RunFolder.resume(folder.path).close();
  const known = /^(run\.json(\.\d+\.tmp)?|toy\.ndjson)$/;
  expect(readdirSync(join(folder.path)).filter((name) => !known.test(name))).toEqual([]);
});
