import { drive } from '../../src/funnel/driver.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { nullPlaceholder } from '../../src/systems/null-cache.ts';
import { distinctPresent } from '../../src/workload/absent.ts';
import { contiguous, type Population } from '../../src/workload/population.ts';
import { random } from '../../src/workload/random.ts';
import {
  deletedTraffic,
  randomTraffic,
  repeatTraffic,
  requests,
  type Traffic,
  zipfianTraffic,
} from '../../src/workload/traffic.ts';
import { Judge } from '../judge.ts';
import { type Bill, beginBill } from './bill.ts';
import { filterName, type OpenSystem, openSystem } from './open-system.ts';
import { type Parameters, type SystemName, type TrafficName, trafficNames } from './plan.ts';

/** Entries whose lives are looked at. */
const sampledKeys = 100;

/** Commands that Redis counts although no client sent them: they are part of a script. */
const insideScripts = ['hget', 'getbit'];

/** One system under every traffic, one request at a time, so that every count is exact. */
export async function requestsPass(
  system: SystemName,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const population = contiguous(params.skus);
  const scene = await lab.stage.scene(population);
  try {
    const opened = await openSystem(system, { scene, lab, params });
    if (opened === undefined) return [{ row: { pass: 'requests', system, available: false } }];
    const setting = { opened, scene, lab, params, population };
    const rows: Row[] = [];
    for (const traffic of trafficNames) rows.push(await underTraffic(traffic, setting));
    rows.push(await together(setting));
    return rows.map((row) => ({ row: { system, ...row } }));
  } finally {
    await scene.close();
  }
}

interface Setting {
  readonly opened: OpenSystem;
  readonly scene: Scene;
  readonly lab: Lab;
  readonly params: Parameters;
  readonly population: Population;
}

async function underTraffic(traffic: TrafficName, setting: Setting): Promise<Row> {
  const { opened, scene, lab, params, population } = setting;
  // Named by the traffic and not by the cell: every system meets the same requests.
  const chance = random(lab.seed, 'systems', traffic);
  const deleted = traffic === 'deleted' ? distinctPresent(population, params.deleted, chance) : [];
  if (deleted.length > 0) await scene.deleteRows(deleted);
  await clearEntries(scene);
  const maker: Record<TrafficName, () => Traffic> = {
    repeat: () => repeatTraffic(absentId(params)),
    random: () => randomTraffic(chance, params.range),
    zipfian: () => zipfianTraffic(chance, population),
    deleted: () => deletedTraffic(chance, deleted),
  };
  const ids = requests(maker[traffic](), params.requests);
  const gone = new Set(deleted);
  const isPresent = (id: number) => population.has(id) && !gone.has(id);
  let marksHandedOut = 0;
  const judge = new Judge(opened.service, isPresent, (answer) => {
    if ('given' in answer && answer.given === nullPlaceholder) marksHandedOut++;
  });
  const endBill = await beginBill(scene, opened);
  const { latencyNs } = await drive(judge, ids, {
    concurrency: 1,
    now: lab.now,
    signal: lab.signal,
  });
  const bill = await endBill(judge.outcomes);
  return {
    pass: 'requests',
    traffic,
    available: true,
    requests: ids.length,
    absent: ids.filter((id) => !isPresent(id)).length,
    distinctAbsent: new Set(ids.filter((id) => !isPresent(id))).size,
    ...judge.outcomes,
    wrong404s: judge.wrong404s,
    goneRows: judge.goneRows,
    marksHandedOut,
    ...billRow(bill),
    latencyNsP50: latencyNs.percentile(50),
    ...(traffic === 'deleted' ? await livesRow(scene) : {}),
  };
}

function absentId({ skus }: Parameters): number {
  return skus + 100;
}

function billRow({ calls, expired, lawsBroken }: Bill): Row {
  const of = (...names: readonly string[]) =>
    names.reduce((sum, name) => sum + (calls[name] ?? 0), 0);
  const commands = Object.keys(calls).filter((name) => name !== 'select');
  return {
    roundTrips: of(...commands) - of(...insideScripts),
    gets: of('get'),
    sets: of('set', 'setex'),
    evals: of('eval'),
    hgetalls: of('hgetall'),
    hgets: of('hget'),
    getbits: of('getbit'),
    selects: of('select'),
    expired,
    lawsBroken,
  };
}

/** Removes what is cached, and leaves a filter that lives in Redis. */
async function clearEntries(scene: Scene): Promise<void> {
  const keys = (await scene.keys()).filter((key) => !key.startsWith(filterName));
  if (keys.length > 0) await scene.redis.unlink(keys);
}

/** How long the entries for absent ids live, as Redis tells it. */
async function livesRow(scene: Scene): Promise<Row> {
  const keys = (await scene.keys(sampledKeys)).filter((key) => !key.startsWith(filterName));
  const ttls: number[] = [];
  for (const key of keys) ttls.push(await scene.redis.ttl(key));
  if (ttls.length === 0) return {};
  return { ttlSecondsMin: Math.min(...ttls), ttlSecondsMax: Math.max(...ttls) };
}

/** Requests for one deleted id that come together, when no entry stops them. */
async function together({ opened, scene, lab, params, population }: Setting): Promise<Row> {
  const chance = random(lab.seed, 'systems', 'deleted');
  const [id] = distinctPresent(population, params.deleted, chance);
  await clearEntries(scene);
  const before = await scene.counts();
  const all = Array.from({ length: params.together }, () => opened.service.detail(id));
  await Promise.all(all);
  const after = await scene.counts();
  return {
    pass: 'together',
    requestsAtOnce: params.together,
    passed: after.selects - before.selects,
  };
}
