// The whole set-up, run as npm runs it, in a clone in miniature whose compilers are fakes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clone } from './clone.test.fixture.mjs';

/**
 * Packages installed and nothing built: most tests begin here, to save the time of npm.
 *
 * @type {Clone}
 */
let installed;
/** @type {Clone} */
let clone;

beforeAll(async () => {
  installed = new Clone();
  await installed.run();
  // Only the packages: each test builds for itself.
  for (const path of ['build', 'dist', 'calls', 'asc.pid']) installed.remove(path);
});
afterAll(() => installed.destroy());
beforeEach(() => {
  clone = new Clone(installed);
});
afterEach(() => clone.destroy());

const soon = { timeout: 10_000, interval: 20 };
const running = () => vi.waitFor(() => expect(clone.read('asc.pid')).not.toBe(''), soon);
const ascIsGone = () => {
  const pid = Number(clone.read('asc.pid'));
  return vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), soon);
};

describe('the set-up', () => {
  it('makes a fresh clone ready, with all it says on stderr, and then has nothing to do', async () => {
    clone.remove('node_modules');
    const first = await clone.run();
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr.trim().split('\n')).toEqual([
      'setup: installing the packages of package-lock.json (npm ci)',
      'setup: compiling the WASM module bloom (asc)',
      'setup: compiling the WASM module bloom-shared (asc)',
      'setup: compiling the WASM module lab (asc)',
      'setup: compiling the TypeScript (tsc)',
      'setup: minifying plotly (esbuild)',
    ]);
    expect(clone.calls()).toBe('asc asc asc tsc esbuild');
    expect(clone.read('build/bloom.wasm')).toBe('one');
    expect(clone.read('build/bloom-shared.wasm')).toBe('one');
    expect(clone.read('build/lab.wasm')).toBe('two');

    expect(await clone.run()).toEqual({ code: 0, stdout: '', stderr: '' });
    const verbose = await clone.run({ args: ['--verbose'] });
    expect(verbose.stderr).toBe('setup: everything is up to date\n');
    expect(clone.calls()).toBe('');
  });

  it('installs again what is half installed', async () => {
    await clone.run();
    // What an interrupted `npm ci` lacks, and what a hand removed.
    for (const path of ['node_modules/.package-lock.json', 'node_modules/typescript']) {
      clone.remove(path);
      const again = await clone.run();
      expect(again.stderr).toBe('setup: installing the packages of package-lock.json (npm ci)\n');
      expect(clone.has(path)).toBe(true);
    }
  });

  it('does everything again when the lock file changed', async () => {
    await clone.run();
    clone.calls();
    for (const path of ['package-lock.json', 'fakes/typescript/package.json']) {
      const raised = clone.read(path).replace(/("name":"typescript","version":"1.2.)3/, '$14');
      clone.write(path, raised);
    }
    expect((await clone.run()).stderr).toContain('npm ci');
    expect(clone.calls()).toBe('asc asc asc tsc esbuild');
  });

  it('compiles again what changed or is missing, and nothing else', async () => {
    await clone.run();
    clone.calls();
    clone.write('src/first.ts', 'changed');
    clone.remove('src/second.ts');
    await clone.run();
    expect(clone.calls()).toBe('tsc');
    expect(clone.read('dist/src/first.js')).toBe('changed');
    expect(clone.has('dist/src/second.js')).toBe(false);

    clone.remove('build/bloom.wasm');
    await clone.run();
    expect(clone.calls()).toBe('asc');
  });

  it('shows the words of a compiler that fails, and tries it again the next time', async () => {
    clone.write('src/first.ts', 'wrong');
    const failed = await clone.run();
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('first.ts(1,1): error\nsetup: compiling the TypeScript (tsc)');
    clone.write('src/first.ts', 'right');
    expect((await clone.run()).code).toBe(0);
  });

  it('does not trust what a failed step left, also when the sources are as before', async () => {
    await clone.run();
    clone.write('src/first.ts', 'changed');
    clone.write('src/second.ts', 'wrong');
    expect((await clone.run()).code).toBe(1);
    expect(clone.read('dist/src/first.js')).toBe('changed');
    clone.write('src/first.ts', 'first');
    clone.write('src/second.ts', 'second');
    expect((await clone.run()).code).toBe(0);
    expect(clone.read('dist/src/first.js')).toBe('first');
  });

  it('says in one sentence that the packages cannot be had offline', async () => {
    const locked = JSON.parse(clone.read('package-lock.json'));
    locked.packages[''].dependencies.absent = '1.0.0';
    locked.packages['node_modules/absent'] = { version: '1.0.0' };
    clone.write('package.json', JSON.stringify(locked.packages['']));
    clone.write('package-lock.json', JSON.stringify(locked));
    const env = { npm_config_offline: 'true', npm_config_cache: `${clone.root}/cache` };
    const { code, stderr } = await clone.run({ env });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(2);
    expect(stderr).toContain('the packages cannot be downloaded (ENOTCACHED)');
    expect(clone.read('build/setup.log')).toContain('ENOTCACHED');
  });
});

describe('two set-ups at once', () => {
  it('take turns, and the second finds everything done', async () => {
    clone.write('hold', '');
    const first = clone.start();
    await running();
    const second = clone.start();
    const line = `setup: waiting for another set-up of this folder (process ${first.child.pid})\n`;
    await vi.waitFor(() => expect(second.seen.stderr).toBe(line), soon);
    clone.remove('hold');
    expect(await first.done).toMatchObject({ code: 0 });
    expect(await second.done).toEqual({ code: 0, stdout: '', stderr: line });
    expect(clone.calls()).toBe('asc asc asc tsc esbuild');
  });
});

describe('an interrupted set-up', () => {
  beforeEach(() => clone.write('hold', ''));

  /** @type {[NodeJS.Signals, number][]} */
  const signals = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ];
  it.each(signals)('ends on %s with exit %i and leaves no compiler', async (signal, code) => {
    const setup = clone.start();
    await running();
    setup.child.kill(signal);
    expect(await setup.done).toMatchObject({ code });
    expect(setup.seen.stderr).toContain(`interrupted (${signal})`);
    await ascIsGone();
    expect(clone.has('build/setup.lock')).toBe(false);
  });

  it('leaves no compiler after kill -9 either, and the next one works', async () => {
    const setup = clone.start();
    await running();
    setup.child.kill('SIGKILL');
    await setup.done;
    await ascIsGone();
    clone.remove('hold');
    expect(await clone.run()).toMatchObject({ code: 0 });
  });

  it('ends when its parent has gone', async () => {
    const command = '"$0" scripts/setup.mjs & wait';
    const parent = spawn('sh', ['-c', command, process.execPath], { cwd: clone.root });
    let stderr = '';
    parent.stderr.on('data', (data) => {
      stderr += data;
    });
    await running();
    parent.kill('SIGKILL');
    // The pipe closes when the set-up, which has the other end of it, is over.
    await once(parent, 'close');
    expect(stderr).toContain('interrupted (the parent process has gone)');
    await ascIsGone();
  });
});
