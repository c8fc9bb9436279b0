import { drive } from '../../src/funnel/driver.ts';
import { requestsOf } from '../../src/funnel/outcomes.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { distinctPresent } from '../../src/workload/absent.ts';
import { contiguous, type Population } from '../../src/workload/population.ts';
import { random } from '../../src/workload/random.ts';
import {
  deletedTraffic,
  randomTraffic,
  repeatTraffic,
  requests,
  zipfianTraffic,
} from '../../src/workload/traffic.ts';
import { Judge } from '../judge.ts';
import { type OpenRival, openRival } from './open-rival.ts';
import { type Parameters, type RivalName, type TrafficName, trafficNames } from './plan.ts';
import { falsePositives } from './precomputed.ts';

/** One rival under every traffic, one request at a time, so that every count is exact. */
export async function requestsPass(
  rival: RivalName,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const population = contiguous(params.skus);
  const scene = await lab.stage.scene(population);
  try {
    const opened = await openRival(rival, { scene, lab, population });
    const rows: Row[] = [];
    for (const traffic of trafficNames) {
      const asked = await requestsFor(traffic, population, lab, params);
      // Small ranges have no false positive to ask for.
      if (asked.ids.length === 0) continue;
      const row = await underTraffic(asked, { opened, scene, lab, population });
      rows.push({ pass: 'requests', rival, traffic, bytes: opened.bytes, ...row });
    }
    return rows.map((row) => ({ row }));
  } finally {
    await scene.close();
  }
}

interface Asked {
  readonly ids: Float64Array;
  readonly deleted: readonly number[];
}

async function requestsFor(
  traffic: TrafficName,
  population: Population,
  lab: Lab,
  { range, deleted, requests: count, scanTo, skus }: Parameters,
): Promise<Asked> {
  // Named by the traffic and not by the cell: every rival meets the same requests.
  const chance = random(lab.seed, 'rivals', traffic);
  switch (traffic) {
    case 'repeat':
      return { ids: requests(repeatTraffic(population.maxId + 100), count), deleted: [] };
    case 'random':
      return { ids: requests(randomTraffic(chance, range), count), deleted: [] };
    case 'zipfian':
      return { ids: requests(zipfianTraffic(chance, population), count), deleted: [] };
    case 'precomputed': {
      const known = await falsePositives(skus, scanTo);
      const length = known.length === 0 ? 0 : count;
      const ids = Float64Array.from({ length }, (_, index) => known[index % known.length]!);
      return { ids, deleted: [] };
    }
    case 'deleted': {
      const gone = distinctPresent(population, deleted, chance);
      return { ids: requests(deletedTraffic(chance, gone), count), deleted: gone };
    }
  }
}

interface Setting {
  readonly opened: OpenRival;
  readonly scene: Scene;
  readonly lab: Lab;
  readonly population: Population;
}

async function underTraffic(
  { ids, deleted }: Asked,
  { opened, scene, lab, population }: Setting,
): Promise<Row> {
  if (deleted.length > 0) await scene.deleteRows(deleted);
  await scene.clearKeys();
  const gone = new Set(deleted);
  const isPresent = (id: number) => population.has(id) && !gone.has(id);
  const judge = new Judge(opened.front(), isPresent);
  const before = requestsOf(opened.funnel.stats().outcomes);
  const endAudit = await beginAudit(scene, [opened.funnel]);
  const { latencyNs } = await drive(judge, ids, {
    concurrency: 1,
    now: lab.now,
    signal: lab.signal,
  });
  // What the rival answered itself never came to the funnel.
  const reached = requestsOf(opened.funnel.stats().outcomes) - before;
  const audit = await endAudit(reached);
  const absent = ids.filter((id) => !isPresent(id));
  return {
    requests: ids.length,
    absent: absent.length,
    distinctAbsent: new Set(absent).size,
    refusedByRival: ids.length - reached,
    ...judge.outcomes,
    wrong404s: judge.wrong404s,
    goneRows: judge.goneRows,
    gets: audit.gets,
    sets: audit.sets,
    selects: audit.selects,
    expired: audit.expired,
    lawsBroken: audit.lawsBroken,
    latencyNsP50: latencyNs.percentile(50),
  };
}
