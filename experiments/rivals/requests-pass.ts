import { drive, type Service } from '../../src/funnel/driver.ts';
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
    let front = opened.front();
    for (const traffic of trafficNames) {
      const { ids, deleted } = await requestsFor(traffic, population, lab, params);
      // Small ranges have no false positive to ask for.
      if (ids.length === 0) continue;
      if (deleted.length > 0) await scene.deleteRows(deleted);
      if (traffic !== 'zipfian again') {
        await scene.clearKeys();
        front = opened.front();
      }
      const gone = new Set(deleted);
      const isPresent = (id: number) => population.has(id) && !gone.has(id);
      const row = await underTraffic(ids, isPresent, { front, opened, scene, lab });
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
  { range, deleted, requests: count, times, scanTo, skus }: Parameters,
): Promise<Asked> {
  // Named by the traffic and not by the cell: every rival meets the same requests.
  const chance = random(lab.seed, 'rivals', traffic.replace(' again', ''));
  switch (traffic) {
    case 'repeat':
      return { ids: requests(repeatTraffic(population.maxId + 100), count), deleted: [] };
    case 'random':
      return { ids: requests(randomTraffic(chance, range), count), deleted: [] };
    case 'zipfian':
    case 'zipfian again':
      return { ids: requests(zipfianTraffic(chance, population), count), deleted: [] };
    case 'precomputed': {
      const known = await falsePositives(skus, scanTo, lab.signal);
      const rounds = Array.from({ length: times }, () => known);
      return { ids: Float64Array.from(rounds.flat()), deleted: [] };
    }
    case 'deleted': {
      const gone = distinctPresent(population, deleted, chance);
      return { ids: requests(deletedTraffic(chance, gone), count), deleted: gone };
    }
  }
}

interface Setting {
  readonly front: Service;
  readonly opened: OpenRival;
  readonly scene: Scene;
  readonly lab: Lab;
}

async function underTraffic(
  ids: Float64Array,
  isPresent: (id: number) => boolean,
  { front, opened, scene, lab }: Setting,
): Promise<Row> {
  const judge = new Judge(front, isPresent);
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
    answeredByRival: ids.length - reached,
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
