import { articleDefences } from '../../src/funnel/defences.ts';
import { drive } from '../../src/funnel/driver.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { contiguous } from '../../src/workload/population.ts';
import { sentinelsARead } from './flooded.ts';
import { keysLeft, limitMemory, readPressure } from './limited-redis.ts';
import type { EvictionCell, Parameters } from './plan.ts';
import { absentIds } from './traffic.ts';

const concurrency = 16;

type FunnelCell = Extract<EvictionCell, { pass: 'funnel' }>;

/** The same flood by requests through the whole funnel, and what follows when memory is back. */
export async function funnelPass(
  { policy, defence: name }: FunnelCell,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const server = await lab.stage.freshRedis();
  const scene = await lab.stage.scene(contiguous(params.skus), server);
  try {
    const defence = articleDefences({ log: lab.log })[name];
    const funnel = await scene.funnel({ defence, random: lab.random('ttl') });
    await scene.redis.config('SET', 'maxmemory-policy', policy);
    await funnel.warm(params.hot);
    await limitMemory(scene.redis, params.spareBytes);
    const endAudit = await beginAudit(scene, [funnel]);
    const driven = await flood(funnel, lab, params);
    const hotLeft = await keysLeft(scene.redis, hotIds(params).map(String));
    const full = await walk(funnel, 1, params);
    const pressure = await readPressure(scene.redis);
    await scene.redis.config('SET', 'maxmemory', 0);
    const afterwards = await walk(funnel, 2, params);
    const audit = await endAudit(driven.sent + full.requests + afterwards.requests);
    return [
      {
        row: {
          ...{ pass: 'funnel', policy, defence: name, hotTtl: true, hot: params.hot },
          ...{ sentinels: params.flood, reads: driven.reads, hits: driven.hits },
          ...{ hotLeft, evicted: pressure.evictedKeys },
          ...{ refused: pressure.refused, writeFailures: funnel.stats().writeFailures },
          ...{ errors: audit.outcomes.error },
          ...{ whileFull: full.outcomes, afterwards: afterwards.outcomes },
          sentinelsPerSecond: params.flood / driven.seconds,
          lawsBroken: audit.lawsBroken,
        },
      },
    ];
  } finally {
    await scene.close();
    await server.stop();
  }
}

function hotIds({ hot }: Parameters): number[] {
  return Array.from({ length: hot }, (_, index) => index + 1);
}

/** Ten absent ids for each read of a hot one, in a closed loop: as fast as the servers answer. */
async function flood(funnel: Funnel, lab: Lab, params: Parameters) {
  const random = lab.random('reads');
  const ids = absentIds(params).flatMap((id, index) =>
    index % sentinelsARead === 0 ? [1 + random.below(params.hot), id] : [id],
  );
  let [reads, hits] = [0, 0];
  const service = {
    async detail(id: unknown) {
      const answer = await funnel.detail(id);
      if (Number(id) <= params.hot) reads++;
      if (answer.outcome === 'cache-hit') hits++;
      return answer;
    },
  };
  const { elapsedNs } = await drive(service, ids, {
    ...{ concurrency, now: lab.now, signal: lab.signal },
  });
  return { sent: ids.length, reads, hits, seconds: Number(elapsedNs) / 1e9 };
}

/** A row and an absent id that nobody has asked for yet, each asked for twice, one by one. */
async function walk(funnel: Funnel, place: number, { hot, skus, flood: asked }: Parameters) {
  const [present, absent] = [hot + place, contiguous(skus).maxId + asked + place];
  const ids = [present, present, absent, absent];
  const outcomes: string[] = [];
  for (const id of ids) outcomes.push((await funnel.detail(id)).outcome);
  return { requests: ids.length, outcomes: outcomes.join(', ') };
}
