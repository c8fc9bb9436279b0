import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../src/lab/temporary-folder.test.fixture.ts';
import { processesUnder } from '../src/servers/processes.test.fixture.ts';

const state = (pid: string) => /\) (.) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];

test('Ctrl-C while MySQL stands still ends it and leaves nothing', async () => {
  const tmp = temporaryFolder();
  const sets = ['skus=1000', 'ratePerSecond=10', 'faultMs=60000'].flatMap((set) => ['--set', set]);
  const args = ['experiment', 'faults', '--preset', 'smoke', '--out', temporaryFolder(), ...sets];
  const run = spawn(process.execPath, ['dist/src/cli/main.js', ...args], {
    env: { ...process.env, TMPDIR: tmp, REDIS_URL: '', MYSQL_URL: '' },
    stdio: 'ignore',
  });
  const stopped = () => {
    const servers = processesUnder(tmp).map((process) => process.split(' ').at(-1)!);
    expect(servers.map(state)).toContain('T');
  };
  await vi.waitFor(stopped, { timeout: 20_000, interval: 20 });
  const ended = once(run, 'exit');
  run.kill('SIGINT');
  const [exitCode] = await ended;
  expect(exitCode).toBe(130);
  expect(processesUnder(tmp)).toEqual([]);
  expect(readdirSync(tmp)).toEqual([]);
});
