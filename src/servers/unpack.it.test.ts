import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeCache } from './cache.ts';
import { startMysql } from './mysql.ts';
import { testDir } from './processes.test.fixture.ts';
import { startRedis } from './redis.ts';
import { unpackServers } from './unpack.ts';

const ours =
  /^Package: (redis|valkey|mariadb|mysql|libjemalloc2|liblzf1|liburing2|libaio1|libmariadb)/;

let tmp: string;
let cache: string;
let lines: string[];
const log = (line: string) => void lines.push(line);
beforeEach(() => {
  lines = [];
  tmp = testDir(' u');
  cache = join(tmp, 'funnel-lab');
  vi.stubEnv('XDG_CACHE_HOME', tmp);
  vi.stubEnv('FUNNEL_LAB_MYSQL', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(tmp, { recursive: true, force: true });
});

/** Options with which apt believes that none of the packages is installed. */
function withoutOurPackages(): readonly string[] {
  const installed = readFileSync('/var/lib/dpkg/status', 'utf8').split('\n\n');
  const status = join(tmp, 'status');
  writeFileSync(status, installed.filter((entry) => !ours.test(entry)).join('\n\n'));
  return ['-o', `Dir::State::status=${status}`];
}

describe.runIf(existsSync('/usr/bin/apt-get'))('packages of Debian and Ubuntu', () => {
  test('are unpacked once, by one of two runs at a time, and both servers start', async () => {
    const aptArgs = withoutOurPackages();
    const elsewhere = join(tmp, 'elsewhere');
    mkdirSync(elsewhere);
    vi.stubEnv('TMPDIR', elsewhere);
    // Of what apt writes there a kill would leave something.
    const written: unknown[] = [];
    const watcher = watch(elsewhere, (_, name) => written.push(name));
    const [root] = await Promise.all([
      unpackServers({ log, aptArgs }),
      unpackServers({ log, aptArgs }),
    ]);
    watcher.close();
    expect(written).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(readdirSync(cache)).toEqual([root!.split('/').at(-1)]);
    expect(readdirSync(join(root!, 'usr', 'lib'))).toContainEqual(expect.stringMatching('linux'));
    const options = { private: true, log, searchPath: [] };
    const servers = await Promise.all([startRedis(options), startMysql(options)]);
    for (const { info } of servers) expect(info).toMatchObject({ source: 'unpacked' });
    for (const { info } of servers) expect(info.where).toContain(tmp);
    await Promise.all(servers.map((server) => server.stop()));
    removeCache();
    expect(existsSync(cache)).toBe(false);
  }, 120_000);

  test('that cannot be had are exit 3 with the words of apt, and nothing is left', async () => {
    const sources = join(tmp, 'sources.list');
    writeFileSync(sources, 'deb [trusted=yes] file:/nowhere stable main\n');
    const aptArgs = ['-o', `Dir::Etc::sourcelist=${sources}`, '-o', 'Dir::Etc::sourceparts=-'];
    await expect(unpackServers({ log, aptArgs })).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/apt-get ended with exit 100.*nowhere/s),
    });
    expect(readdirSync(cache)).toEqual([]);
  });

  test('that cannot be fetched are exit 3 with the address that failed', async () => {
    const sources = join(tmp, 'sources.list');
    writeFileSync(sources, 'deb [trusted=yes] http://127.0.0.1:1/nowhere stable main\n');
    const aptArgs = ['-o', `Dir::Etc::sourcelist=${sources}`, '-o', 'Dir::Etc::sourceparts=-'];
    await expect(
      unpackServers({ log, aptArgs: [...aptArgs, '-o', 'Acquire::http::Proxy=false'] }),
    ).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/apt-get ended with.*Failed to fetch.*127\.0\.0\.1/s),
    });
  });

  test('that have no place are exit 3, also where making it recursively would never end', async () => {
    vi.stubEnv('XDG_CACHE_HOME', '/proc/none');
    await expect(unpackServers({ log })).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(
        /^The cache folder \/proc\/none.* cannot be made \(XDG_CACHE_HOME.*ENOENT/,
      ),
    });
  });

  test('whose unpacking was cut off count as missing, and its lock is taken over', async () => {
    mkdirSync(join(cache, 'funnel-lab-1-0-aaaaaa', 'root', 'usr'), { recursive: true });
    symlinkSync('1 0', join(cache, 'unpacking'));
    const controller = new AbortController();
    const logAndAbort = (line: string) => {
      log(line);
      controller.abort(new Error('far enough'));
    };
    const unpacking = unpackServers({ log: logAndAbort, signal: controller.signal });
    await expect(unpacking).rejects.toThrow('far enough');
    expect(lines).toHaveLength(1);
  });
});
