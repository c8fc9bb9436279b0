import { setTimeout as delay } from 'node:timers/promises';
import { plainDefences } from '../../src/funnel/defences.ts';
import type { Answer, Funnel } from '../../src/funnel/funnel.ts';
import type { Sku } from '../../src/funnel/sku.ts';
import { cacheKey } from '../../src/funnel/sku-cache.ts';
import { insertSkus, skuTable, skuValues } from '../../src/funnel/sku-schema.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { contiguous } from '../../src/workload/population.ts';
import { type Parameters, shortTtlSeconds } from './plan.ts';

const pollMs = 20;

/**
 * How long a new SKU stays a 404 when its id was asked for before it existed: inserted by SQL,
 * which the cache does not hear of, and by the funnel.
 */
export async function visiblePass(lab: Lab, params: Parameters): Promise<Result[]> {
  const population = contiguous(params.skus);
  const scene = await lab.stage.scene(population);
  const ids = (place: number) =>
    Array.from({ length: params.inserted }, (_, index) =>
      String(population.maxId + 1 + place * params.inserted + index),
    );
  try {
    const funnel = await scene.funnel({
      defence: plainDefences.sentinel,
      random: lab.random('ttl'),
      cache: { sentinelTtlSeconds: shortTtlSeconds },
    });
    const endAudit = await beginAudit(scene, [funnel]);
    let requests = 0;
    const ask = (id: string) => {
      requests++;
      return funnel.detail(id);
    };
    const { sku: template } = await ask('1');
    const shop: Shop = { funnel, ask, template: template!, scene, lab };
    const rows = [await bySql(ids(0), shop, params), await byFunnel(ids(1), shop)];
    const { lawsBroken } = await endAudit(requests);
    return rows.map((row) => ({ row: { ...row, lawsBroken } }));
  } finally {
    // The next cell counts on the table as it was.
    const added = [...ids(0), ...ids(1)].join();
    await scene.mysql.query(`DELETE FROM ${skuTable} WHERE id IN (${added})`);
    await scene.close();
  }
}

interface Shop {
  readonly funnel: Funnel;
  /** One request. */
  readonly ask: (id: string) => Promise<Answer>;
  /** A row to copy under new ids. */
  readonly template: Sku;
  readonly scene: Scene;
  readonly lab: Lab;
}

/** Asks for ids that do not exist. @returns the longest life of their sentinels, in seconds */
async function askBefore(ids: readonly string[], { ask, scene }: Shop): Promise<number> {
  for (const id of ids) await ask(id);
  const livesMs = await Promise.all(ids.map((id) => scene.redis.pttl(cacheKey(id))));
  return Math.ceil(Math.max(...livesMs) / 1_000);
}

async function bySql(
  ids: readonly string[],
  shop: Shop,
  { visibleSeconds }: Parameters,
): Promise<Row> {
  const { ask, template, scene, lab } = shop;
  const ttlSecondsMax = await askBefore(ids, shop);
  const rows = ids.map((id) => skuValues({ ...template, id }));
  await scene.mysql.query(`${insertSkus} ?`, [rows]);
  const insertedNs = lab.now();
  const elapsed = () => Number(lab.now() - insertedNs) / 1e9;
  let unseen = ids;
  let wrong404s = 0;
  const delays: number[] = [];
  while (unseen.length > 0 && elapsed() < visibleSeconds) {
    const still: string[] = [];
    for (const id of unseen) {
      const { sku } = await ask(id);
      if (sku === undefined) still.push(id);
      else delays.push(elapsed());
    }
    wrong404s += still.length;
    unseen = still;
    await delay(pollMs, undefined, { signal: lab.signal });
  }
  return visibleRow('SQL', ids, { delays, wrong404s, ttlSecondsMax });
}

async function byFunnel(ids: readonly string[], shop: Shop): Promise<Row> {
  const { funnel, ask, template, lab } = shop;
  const ttlSecondsMax = await askBefore(ids, shop);
  let wrong404s = 0;
  const delays: number[] = [];
  for (const id of ids) {
    await funnel.insertSku({ ...template, id });
    const insertedNs = lab.now();
    if ((await ask(id)).sku === undefined) wrong404s++;
    else delays.push(Number(lab.now() - insertedNs) / 1e9);
  }
  return visibleRow('funnel', ids, { delays, wrong404s, ttlSecondsMax });
}

function visibleRow(
  way: string,
  ids: readonly string[],
  seen: {
    readonly delays: readonly number[];
    readonly wrong404s: number;
    readonly ttlSecondsMax: number;
  },
): Row {
  const { delays, wrong404s, ttlSecondsMax } = seen;
  return {
    ...{ pass: 'visible', way, inserted: ids.length, baseSeconds: shortTtlSeconds },
    ...{ ttlSecondsMax, wrong404s, seen: delays.length },
    ...(delays.length === 0
      ? {}
      : { delaySecondsMin: Math.min(...delays), delaySecondsMax: Math.max(...delays) }),
  };
}
