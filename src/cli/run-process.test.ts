import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { readRun } from '../lab/run-store.ts';
import { temporaryFolder } from '../lab/temporary-folder.test.fixture.ts';
import { main, start } from './start-process.test.fixture.ts';

const toyMain = resolve('dist/src/cli/toy-main.test.fixture.js');

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 143],
] as const)(
  '%s ends a hanging run with %i; its cells and its summary are there',
  async (signal, code) => {
    const cwd = temporaryFolder();
    const { child, printed, says, ended } = start(
      toyMain,
      ['experiment', 'hanging', '--json'],
      cwd,
    );
    await says('the second cell hangs');
    child.kill(signal);
    expect(await ended()).toBe(code);
    const { out, report, experiments } = JSON.parse(printed.stdout);
    expect(report).toBeNull();
    expect(experiments).toMatchObject([{ id: 'hanging', status: 'interrupted', rows: 2 }]);
    expect(readRun(out).status).toBe('interrupted');
    expect(readdirSync(out).toSorted()).toEqual(['hanging.ndjson', 'run.json']);
  },
);

test('SIGINT ends a thread in an endless loop; the cells beside it are kept', async () => {
  const cwd = temporaryFolder();
  const { child, printed, says, ended } = start(toyMain, ['experiment', 'endless', '--json'], cwd);
  await says('the loop begins');
  await says('endless/size/1 done');
  child.kill('SIGINT');
  expect(await ended()).toBe(130);
  const { experiments } = JSON.parse(printed.stdout);
  expect(experiments).toMatchObject([{ id: 'endless', status: 'interrupted', rows: 4 }]);
});

test('a run whose parent was killed ends as on SIGTERM', async () => {
  const cwd = temporaryFolder();
  // The shell is the parent of the run and lives until its input ends; the pipes are the run's.
  const run = `"${process.execPath}" "${toyMain}" experiment hanging --json`;
  const line = `${run} & echo "pid $!" >&2; read -r _`;
  const parent = spawn('/bin/sh', ['-c', line], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  let stdout = '';
  parent.stdout.on('data', (text) => {
    stdout += text;
  });
  let stderr = '';
  parent.stderr.on('data', (text) => {
    stderr += text;
  });
  while (!stderr.includes('the second cell hangs')) {
    await once(parent.stderr, 'data');
  }
  const pid = Number(/pid (\d+)/.exec(stderr)?.[1]);
  onTestFinished(() => killIfAlive(pid));
  const closed = once(parent, 'close');
  parent.kill('SIGKILL');
  await closed;
  expect(JSON.parse(stdout).experiments).toMatchObject([{ status: 'interrupted', rows: 2 }]);
});

test('an error that nobody awaits ends the process with 1 and its stack', async () => {
  const { printed, ended } = start(toyMain, ['experiment', 'stray'], temporaryFolder());
  expect(await ended()).toBe(1);
  expect(printed.stderr).toMatch(/A fault of ours: Error: stray error\n +at /);
});

test('readers that go away do not fail the command', async () => {
  const cwd = temporaryFolder();
  const { child, ended } = start(toyMain, ['experiment', 'toy'], cwd);
  child.stdout?.destroy();
  child.stderr?.destroy();
  expect(await ended()).toBe(0);
  expect(readdirSync(join(cwd, 'results'))).toHaveLength(1);
});

test('output that finds no room fails the command in one line', async () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const words = [main, 'claims', '--json'];
  const child = spawn(process.execPath, words, {
    cwd: temporaryFolder(),
    stdio: ['ignore', full, 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The output cannot be written: ENOSPC.*\n$/);
});

test('the same seed gives the same bytes of rows in any locale and time zone', async () => {
  const places = [
    { LC_ALL: 'C', TZ: 'UTC' },
    { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', TZ: 'Asia/Kathmandu' },
    { LC_ALL: 'ar_EG.UTF-8', LANG: 'ar_EG.UTF-8', TZ: 'America/St_Johns' },
  ];
  const words = ['experiment', 'toy', '--json', '--seed', '42'];
  const runs = places.map((place) => start(toyMain, words, temporaryFolder(), place));
  const rows = await Promise.all(
    runs.map(async ({ printed, ended }) => {
      expect(await ended()).toBe(0);
      return readFileSync(join(JSON.parse(printed.stdout).out, 'toy.ndjson'), 'utf8');
    }),
  );
  expect(rows[0]).toContain('"rate":0.5');
  expect(new Set(rows).size).toBe(1);
});

test('the real command line tells its version and its experiments', async () => {
  const version = start(main, ['--version'], temporaryFolder());
  expect(await version.ended()).toBe(0);
  const { version: expected } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(version.printed.stdout).toBe(`${expected}\n`);
  const list = start(main, ['experiment', '--list'], temporaryFolder());
  expect(await list.ended()).toBe(0);
  expect(list.printed.stdout).toContain('sizing');
});
