import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GuardedProcess, runGuarded } from './guard.ts';
import { isAlive, nextOutput, runScript, testDir } from './processes.test.fixture.ts';

let dir: string;
beforeEach(() => {
  dir = testDir(' a b');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const withinFiveSeconds = { timeout: 5000, interval: 50 };

test('a command gives its lines, both of stdout and of stderr', async () => {
  const lines = await runGuarded('sh', ['-c', 'echo one; echo two >&2']);
  expect([...lines].sort()).toEqual(['one', 'two']);
});

test('a command reads its input from the file that is named', async () => {
  writeFileSync(join(dir, 'in'), 'hello\n');
  expect(await runGuarded('cat', [], { inputFile: join(dir, 'in') })).toEqual(['hello']);
});

test('a command that fails is reported with its status and last lines, exit 3', async () => {
  const failing = runGuarded('sh', ['-c', 'echo no such library; exit 127']);
  await expect(failing).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/exit 127\n {4}no such library$/),
  });
});

test('a folder stays when the command ends by itself and goes when it is stopped', async () => {
  const removeDir = join(dir, 'run');
  mkdirSync(removeDir);
  await runGuarded('true', [], { removeDir });
  expect(existsSync(removeDir)).toBe(true);
  const child = new GuardedProcess('sleep', ['1000'], { removeDir });
  await child.stop();
  expect(existsSync(removeDir)).toBe(false);
});

test('an abort ends a command and throws the reason', async () => {
  const controller = new AbortController();
  const running = runGuarded('sleep', ['1000'], { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
});

test('what ignores TERM, and what it started itself, is killed within five seconds', async () => {
  const script = 'trap "" TERM; sleep 1000 & echo $$ $!; wait';
  const child = new GuardedProcess('sh', ['-c', script]);
  await vi.waitFor(() => expect(child.lines).toHaveLength(1), withinFiveSeconds);
  const pids = child.lines[0]!.split(' ').map(Number);
  await child.stop();
  expect(pids.filter(isAlive)).toEqual([]);
}, 6000);

test('what is stopped when its end comes goes on, and ends in order', async () => {
  const file = join(dir, 'farewell');
  const script = `trap 'echo bye >"$1"; exit' TERM; echo $$; while :; do sleep 0.05; done`;
  const child = new GuardedProcess('sh', ['-c', script, 'sh', file]);
  await vi.waitFor(() => expect(child.lines).toHaveLength(1), withinFiveSeconds);
  process.kill(Number(child.lines[0]), 'SIGSTOP');
  await child.stop();
  expect(readFileSync(file, 'utf8')).toBe('bye\n');
});

test('kill -9 of the parent ends the command and removes its folder', async () => {
  const removeDir = join(dir, 'run');
  mkdirSync(removeDir);
  const parent = runScript(
    `import { GuardedProcess } from ${JSON.stringify(`${process.cwd()}/dist/src/servers/guard.js`)};
     const removeDir = ${JSON.stringify(removeDir)};
     const child = new GuardedProcess('sh', ['-c', 'echo $$; exec sleep 1000'], { removeDir });
     setInterval(() => { if (child.lines[0]) console.log(child.lines[0]); }, 20);`,
    {},
  );
  const pid = Number((await nextOutput(parent)).split('\n')[0]);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), withinFiveSeconds);
  await vi.waitFor(() => expect(existsSync(removeDir)).toBe(false), withinFiveSeconds);
});
