import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processesUnder, runScript, testDir } from './processes.test.fixture.ts';

let tmp: string;
beforeEach(() => {
  tmp = testDir();
});
afterEach(() => rmSync(tmp, { recursive: true, force: true }));

const start = `
  const servers = ${JSON.stringify(`${process.cwd()}/dist/src/servers`)};
  const { startRedis } = await import(servers + '/redis.js');
  const { startMysql } = await import(servers + '/mysql.js');
  const options = { log() {}, searchPath: process.env.SEARCH?.split(',') };
  await Promise.all([startRedis(options), startMysql(options)]);
  console.log('up');
`;

/** Runs `start`, waits for the moment, kills Node alone, and sees that all has gone. */
async function killAt(moment: () => void, env: Readonly<Record<string, string>> = {}) {
  const parent = runScript(start, { TMPDIR: tmp, XDG_CACHE_HOME: join(tmp, 'cache'), ...env });
  await vi.waitFor(moment, { timeout: 20_000, interval: 1 });
  parent.kill('SIGKILL');
  const gone = () => expect(processesUnder(tmp)).toEqual([]);
  await vi.waitFor(gone, { timeout: 5000, interval: 20 });
}

function leftFolders(): readonly string[] {
  return readdirSync(tmp).filter((name) => name.startsWith('funnel-lab-'));
}

test('kill -9 while the tables of MySQL are made leaves no process and no folder', async () => {
  await killAt(() => {
    const made = leftFolders().some((dir) => existsSync(join(tmp, dir, 'data', 'mysql')));
    expect(made).toBe(true);
  });
  await vi.waitFor(() => expect(leftFolders()).toEqual([]), 5000);
});

test('kill -9 with both servers up leaves no process and no folder', async () => {
  await killAt(() => {
    const names = leftFolders().flatMap((dir) => readdirSync(join(tmp, dir)));
    expect(names).toEqual(expect.arrayContaining(['redis.sock', 'mysql.pid']));
  });
  await vi.waitFor(() => expect(leftFolders()).toEqual([]), 5000);
});

test.runIf(existsSync('/usr/bin/apt-get'))(
  'kill -9 while packages are fetched leaves no process, and nothing that counts as unpacked',
  async () => {
    const cache = join(tmp, 'cache', 'funnel-lab');
    mkdirSync(cache, { recursive: true });
    await killAt(() => expect(processesUnder(cache).join()).toMatch('apt-get'), {
      SEARCH: '/none',
    });
    expect(readdirSync(cache).filter((name) => name.startsWith('packages'))).toEqual([]);
  },
);
