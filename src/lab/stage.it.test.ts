import { readdirSync, rmSync } from 'node:fs';
import type { RowDataPacket } from 'mysql2/promise';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NEWS_KEY } from '../funnel/id-stream.ts';
import { generateSkus } from '../funnel/sku-rows.ts';
import { isAlive, testDir } from '../servers/processes.test.fixture.ts';
import { contiguous } from '../workload/population.ts';
import { random } from '../workload/random.ts';
import type { Scene } from './scene.ts';
import { createStage, type OwnedStage } from './stage.ts';

let tmp: string;
let stage: OwnedStage;
beforeEach(() => {
  tmp = testDir();
  vi.stubEnv('TMPDIR', tmp);
  vi.stubEnv('REDIS_URL', '');
  vi.stubEnv('MYSQL_URL', '');
  stage = createStage({ seed: 'stage', signal: new AbortController().signal, log: () => {} });
});
afterEach(async () => {
  await stage.close();
  vi.unstubAllEnvs();
  rmSync(tmp, { recursive: true, force: true });
});

/** The number `n` that a query gives. */
async function number({ mysql }: Scene, sql: string): Promise<number> {
  const [rows] = await mysql.query<RowDataPacket[]>(sql);
  return Number(rows[0]!.n);
}

test('a private MySQL is kept for those who ask for the same flags, and seeded by itself', async () => {
  const small = ['--innodb-buffer-pool-size=16M'];
  const [own, again, run] = await Promise.all([
    stage.privateMysql(small),
    stage.privateMysql(small),
    stage.privateMysql(),
  ]);
  expect(again).toBe(own);
  expect(run.pid).not.toBe(own.pid);
  const scene = await stage.scene(contiguous(10), undefined, own);
  expect(await number(scene, 'SELECT @@innodb_buffer_pool_size AS n')).toBe(16 * 2 ** 20);
  const runScene = await stage.scene(contiguous(20));
  const count = 'SELECT COUNT(*) AS n FROM funnel_lab.seckill_sku';
  expect(await number(scene, count)).toBe(10);
  expect(await number(runScene, count)).toBe(20);
  await Promise.all([scene.close(), runScene.close()]);
  expect(stage.servers().map(({ role }) => role)).toEqual(
    expect.arrayContaining(['redis', 'mysql', 'private-mysql']),
  );
});

test('rows that a cell adds above those of the population are gone when its scene is closed', async () => {
  const scene = await stage.scene(contiguous(10));
  scene.removeRowsAbove(10);
  const funnel = await scene.funnel({
    defence: { name: 'none', sentinels: false },
    random: random('stage'),
    news: true,
  });
  const [sku] = generateSkus('stage', [11]);
  expect(await funnel.insertSku(sku!)).toEqual({ announced: true, cached: true });
  const count = 'SELECT COUNT(*) AS n FROM funnel_lab.seckill_sku';
  expect(await number(scene, count)).toBe(11);
  expect(await scene.redis.exists(NEWS_KEY)).toBe(1);
  await scene.close();
  const next = await stage.scene(contiguous(10));
  expect(await number(next, count)).toBe(10);
  expect(await next.redis.exists(NEWS_KEY)).toBe(0);
  await next.close();
});

test('a MySQL that stands still when the stage closes is ended, and leaves nothing', async () => {
  const mysql = await stage.privateMysql();
  process.kill(mysql.pid!, 'SIGSTOP');
  await stage.close();
  expect(isAlive(mysql.pid!)).toBe(false);
  expect(readdirSync(tmp)).toEqual([]);
});
