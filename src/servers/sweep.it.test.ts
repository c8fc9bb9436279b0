import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  isAlive,
  nextOutput,
  processesUnder,
  runScript,
  testDir,
} from './processes.test.fixture.ts';
import { startRedis } from './redis.ts';
import { sweepDeadRuns } from './sweep.ts';
import { isLeftover, makeTempDir } from './temp-dir.ts';

let tmp: string;
beforeEach(() => {
  tmp = testDir();
  vi.stubEnv('TMPDIR', tmp);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(tmp, { recursive: true, force: true });
});

const redisModule = JSON.stringify(`${process.cwd()}/dist/src/servers/redis.js`);

test('the folder and the server of a run are swept once it and its guard were killed', async () => {
  const parent = runScript(
    `const { startRedis } = await import(${redisModule});
     const { pid, options } = await startRedis({ log() {} });
     console.log(pid, options.path);`,
    { TMPDIR: tmp },
  );
  const [pid, path] = (await nextOutput(parent)).split(' ') as [string, string];
  const dir = join(path, '..');
  expect(sweepDeadRuns([tmp])).toEqual([]);
  // A guard is two shells: one waits for the server, one watches the pipe.
  for (const guard of processesUnder(tmp).filter((name) => name.startsWith('sh '))) {
    process.kill(Number(guard.slice(3)), 'SIGKILL');
  }
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  expect(isAlive(Number(pid))).toBe(true);
  expect(sweepDeadRuns([tmp])).toEqual([dir]);
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
  expect(existsSync(dir)).toBe(false);
});

test('a living run is never swept, nor what is not a folder of ours', async () => {
  const server = await startRedis({ private: true, log() {} });
  const leftover = join(tmp, deadName());
  mkdirSync(join(tmp, 'funnel-lab-notes'));
  mkdirSync(join(tmp, 'victim'));
  symlinkSync(join(tmp, 'victim'), leftover);
  expect(sweepDeadRuns([tmp, '/nowhere'])).toEqual([]);
  expect(isAlive(server.pid!)).toBe(true);
  expect(existsSync(join(tmp, 'victim'))).toBe(true);
  await server.stop();
});

test('a pid that is used again does not keep a folder', () => {
  expect(isLeftover(basename(makeTempDir(tmp)))).toBe(false);
  expect(isLeftover(deadName())).toBe(true);
});

test('a folder of another container, whose pids are not ours, is left alone', () => {
  expect(isLeftover(deadName().replace('funnel-lab-', 'funnel-lab-1'))).toBe(false);
});

/** The name of a folder that our pid would have had at another time. */
function deadName(): string {
  return basename(makeTempDir(tmp)).replace(/-(\w+)-(\w{6})$/, '-1$1-$2');
}
