import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { killAllServers, stopAllServers } from './guard.ts';
import { startMysql } from './mysql.ts';
import { isAlive, processesUnder, testDir } from './processes.test.fixture.ts';
import { startRedis } from './redis.ts';

const tmp = testDir();
vi.stubEnv('TMPDIR', tmp);
afterAll(() => rmSync(tmp, { recursive: true, force: true }));
const options = { private: true, log() {} };

test('stopping all ends servers that are up and starts that are under way, for good', async () => {
  const redis = await startRedis(options);
  const starting = expect(startMysql(options)).rejects.toMatchObject({ exitCode: 130 });
  const made = () => readdirSync(tmp).some((dir) => existsSync(join(tmp, dir, 'data', 'ibdata1')));
  await vi.waitFor(() => expect(made()).toBe(true), { timeout: 20_000, interval: 1 });
  await stopAllServers();
  await starting;
  expect(isAlive(redis.pid!)).toBe(false);
  await expect.poll(() => processesUnder(tmp)).toEqual([]);
  await expect(startRedis(options)).rejects.toMatchObject({ exitCode: 130 });
  killAllServers();
});
