import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { rows, Shop } from '../funnel/shop.test.fixture.ts';
import { exampleSku } from '../funnel/sku.test.fixture.ts';
import { isAlive, nextOutput, runScript } from '../servers/processes.test.fixture.ts';
import { beginAudit } from './audit.ts';
import type { ProcessSetup } from './funnel-calls.ts';
import { FunnelProcess } from './funnel-process.ts';
import { Scene } from './scene.ts';

const { signal } = new AbortController();
const setup: ProcessSetup = { defence: 'both', seedPath: ['process', 'ttl'] };
const absent = rows + 1;

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());

function addresses() {
  return { redis: shop.servers.redis.options, mysql: shop.servers.mysql.options };
}

async function openScene(): Promise<Scene> {
  const scene = await Scene.open({ ...shop.servers, log: () => {}, onTableChanged: () => {} });
  onTestFinished(() => scene.close());
  return scene;
}

async function open(changes: Partial<ProcessSetup> = {}): Promise<FunnelProcess> {
  const funnel = await FunnelProcess.open(addresses(), { ...setup, ...changes }, () => {});
  onTestFinished(() => funnel.stop());
  return funnel;
}

const gone = (pid: number) =>
  vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000, interval: 20 });

test('funnels in two processes answer, and their counters together agree with the servers’', async () => {
  const scene = await openScene();
  const [one, other] = [await scene.funnelProcess(setup), await scene.funnelProcess(setup)];
  expect(new Set([process.pid, one.pid, other.pid]).size).toBe(3);
  const endAudit = await beginAudit(scene, [one, other]);
  expect((await one.detail(7)).sku?.id).toBe('7');
  expect((await other.detail('7')).outcome).toBe('cache-hit');
  expect((await other.detail(absent)).outcome).toBe('filter-reject');
  const ids = Float64Array.from({ length: 100 }, (_, index) => 100 + index);
  const driven = await one.drive(ids, { concurrency: 1, signal });
  const run = await other.openLoop(ids, {
    ratePerSecond: 5_000,
    inFlightLimit: 100,
    arrivals: { poisson: ['process', 'arrivals'] },
    signal,
  });
  expect([driven.latencyNs.count, run.latencyNs.count, run.outcomes['cache-hit']]).toEqual([
    100, 100, 100,
  ]);
  const audit = await endAudit(203);
  expect(audit.lawsBroken).toBe('');
  expect([audit.selects, audit.outcomes['db-hit']]).toEqual([101, 101]);
});

test('what is inserted through it is found, an error arrives, and what is deleted is gone', async () => {
  const funnel = await open();
  const sku = exampleSku({ id: String(absent) });
  expect(await funnel.insertSku(sku)).toEqual({ cached: true });
  expect(await funnel.detail(absent)).toEqual({ outcome: 'cache-hit', sku });
  await expect(funnel.insertSku(sku)).rejects.toThrow('Duplicate entry');
  expect(await funnel.deleteSku(sku.id)).toEqual({ deleted: true, cached: true });
  expect((await funnel.detail(absent)).outcome).toBe('sentinel-hit');
  await funnel.rebuild();
  expect((await funnel.detail(absent)).outcome).toBe('filter-reject');
});

test('with news, what is inserted through one process is found through another', async () => {
  const both = { defence: 'bloom', news: true };
  const [one, other] = [await open(both), await open(both)];
  const sku = exampleSku({ id: String(absent + 1) });
  const found = async () => (await other.detail(sku.id)).outcome;
  await expect.poll(found).toBe('filter-reject');
  expect(await one.insertSku(sku)).toEqual({ announced: true, cached: true });
  await expect.poll(found).toBe('cache-hit');
  await one.deleteSku(sku.id);
});

test('it can be asked over HTTP, counts the same way, and tells what it uses', async () => {
  const scene = await openScene();
  const funnel = await scene.funnelProcess(setup);
  const url = await funnel.serve();
  const endAudit = await beginAudit(scene, [funnel]);
  await funnel.usage();
  const answers = [];
  for (const id of [7, 7, absent]) {
    const answer = await fetch(`${url}/api/seckill/${id}`);
    answers.push(`${answer.status} ${answer.headers.get('x-outcome')}`);
  }
  expect(answers).toEqual(['200 db-hit', '200 cache-hit', '404 filter-reject']);
  const { cpuSeconds, seconds } = await funnel.usage();
  expect(cpuSeconds).toBeGreaterThan(0);
  expect(seconds).toBeGreaterThan(0);
  expect((await endAudit(3)).lawsBroken).toBe('');
  await funnel.stop();
  await expect(fetch(url)).rejects.toThrow();
});

test('a load that is slow by order waits after its query', async () => {
  const funnel = await open({ loadDelayMs: 20 });
  const ids = Float64Array.of(50);
  const { latencyNs } = await funnel.drive(ids, { concurrency: 1, signal });
  // Node's timers may fire up to a millisecond early.
  expect(latencyNs.max).toBeGreaterThan(19e6);
});

test('it is gone after stop, and a call under way or later is refused', async () => {
  const funnel = await open({ loadDelayMs: 60_000 });
  const underWay = funnel.detail(60);
  const refused = expect(underWay).rejects.toThrow('the process of a funnel has ended');
  await funnel.stop();
  await refused;
  expect(isAlive(funnel.pid)).toBe(false);
  await expect(funnel.stats()).rejects.toThrow();
  await funnel.stop();
});

test('it is stopped with its scene', async () => {
  const scene = await openScene();
  const { pid } = await scene.funnelProcess(setup);
  await scene.close();
  expect(isAlive(pid)).toBe(false);
});

test('an order that cannot be followed is refused, and leaves no process', async () => {
  const processes = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
  const before = processes();
  await expect(open({ defence: 'moat' })).rejects.toThrow('there is no defence moat');
  const endless = { cache: { sentinelTtlSeconds: 0 } };
  await expect(open(endless)).rejects.toMatchObject({ exitCode: 2 });
  // Node lets go of a process a turn after it has said that it has ended.
  await expect.poll(processes).toBe(before);
});

test('it is gone when its parent was killed', async () => {
  const module = `${process.cwd()}/dist/src/lab/funnel-process.js`;
  const parent = runScript(
    `const { FunnelProcess } = await import(${JSON.stringify(module)});
     const addresses = ${JSON.stringify(addresses())};
     const funnel = await FunnelProcess.open(addresses, ${JSON.stringify(setup)}, () => {});
     console.log(funnel.pid);`,
    {},
  );
  const pid = Number(await nextOutput(parent));
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await gone(pid);
});
