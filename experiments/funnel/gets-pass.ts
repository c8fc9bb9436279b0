import type { Redis } from 'ioredis';
import { articleDefences } from '../../src/funnel/defences.ts';
import { drive, type Service } from '../../src/funnel/driver.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { encodeSku } from '../../src/funnel/sku.ts';
import { cacheKey, SENTINEL } from '../../src/funnel/sku-cache.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { medianInterval } from '../../src/stats/median.ts';
import { permutation } from '../../src/workload/permutation.ts';
import { contiguous } from '../../src/workload/population.ts';
import { type HitName, hitNames, type Parameters } from './plan.ts';

/** Beyond any run: an entry that expires would be loaded again. */
const ttlSeconds = 3_600;

/**
 * The funnel against bare GETs of ioredis for the same keys, on a connection of the same kind and
 * in the same closed loop. All take turns within a round; round 0 warms up and is not kept.
 */
export async function getsPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const population = contiguous(params.skus);
  const scene = await lab.stage.scene(population);
  try {
    const { redis } = await scene.clients();
    const { both, sentinel } = articleDefences({ log: lab.log });
    const cache = { sentinelTtlSeconds: ttlSeconds, valueTtlSeconds: ttlSeconds };
    const results: Result[] = [];
    for (const work of hitNames) {
      // A filter would keep absent ids from Redis.
      const defence = work === 'cache-hit' ? both : sentinel;
      const funnel = await scene.funnel({ defence, random: lab.random('ttl', work), cache });
      const first = work === 'cache-hit' ? 1 : population.maxId + 1;
      const count = Math.min(params.timedRequests, params.skus);
      const ids = Float64Array.from({ length: count }, (_, index) => first + index);
      results.push(...(await compare(work, { scene, funnel, redis, ids }, lab, params)));
    }
    return results;
  } finally {
    await scene.close();
  }
}

interface Compared {
  readonly scene: Scene;
  readonly funnel: Funnel;
  readonly redis: Redis;
  readonly ids: Float64Array;
}

async function compare(
  work: HitName,
  { scene, funnel, redis, ids }: Compared,
  lab: Lab,
  { getRounds, concurrency }: Parameters,
): Promise<Result[]> {
  const options = { concurrency, now: lab.now, signal: lab.signal };
  // Only while no bare GETs come to the server, which counts them too.
  const endAudit = await beginAudit(scene, [funnel]);
  await drive(funnel, ids, options);
  const { lawsBroken } = await endAudit(ids.length);
  await requireSame(funnel, redis, ids);
  const services = [{ name: 'funnel', service: funnel }, ...bareGets(work, redis)];
  const rates: number[][] = services.map(() => []);
  const random = lab.random('order', work);
  const before = funnel.stats().outcomes;
  for (let round = 0; round <= getRounds; round++) {
    const place = permutation(services.length, random);
    for (let turn = 0; turn < services.length; turn++) {
      const index = place(turn);
      const { elapsedNs } = await drive(services[index]!.service, ids, options);
      if (round > 0) rates[index]!.push((ids.length * 1e9) / Number(elapsedNs));
    }
  }
  const hits = funnel.stats().outcomes[work] - before[work];
  const counted = { requests: ids.length * (getRounds + 1), [work]: hits, lawsBroken };
  return services.map(({ name, service }, index) => ({
    row: {
      ...{ pass: 'gets', work, service: name, timedRequests: ids.length, rounds: getRounds },
      ...ratesRow(rates[index]!, rates[0]!),
      ...(service === funnel ? counted : {}),
    },
  }));
}

interface Named {
  readonly name: string;
  readonly service: Service<unknown>;
}

/** What a program without a funnel would do for the same answer, and for less. */
function bareGets(work: HitName, redis: Redis): Named[] {
  const key = (id: unknown) => cacheKey(String(id));
  const text = { detail: (id: unknown) => redis.get(key(id)) };
  const bytes = { detail: (id: unknown) => redis.getBuffer(key(id)) };
  const parsed = { detail: async (id: unknown) => JSON.parse((await redis.get(key(id)))!) };
  return [
    { name: 'GET', service: text },
    { name: 'GET, as bytes', service: bytes },
    ...(work === 'cache-hit' ? [{ name: 'GET and JSON.parse', service: parsed }] : []),
  ];
}

/** Requests a second, and how many times as many the funnel did in the same round. */
function ratesRow(rates: readonly number[], ofFunnel: readonly number[]): Row {
  const rate = medianInterval(rates)!;
  const ratio = medianInterval(ofFunnel.map((own, round) => own / rates[round]!))!;
  return {
    requestsPerSecond: rate.median,
    requestsPerSecondLow: rate.low,
    requestsPerSecondHigh: rate.high,
    ...{ ratio: ratio.median, ratioLow: ratio.low, ratioHigh: ratio.high },
  };
}

/** @throws Error where the cache has not, for each id, the very text of what the funnel answers */
async function requireSame(funnel: Funnel, redis: Redis, ids: Float64Array): Promise<void> {
  const same = async (id: number) => {
    const [{ sku }, text] = await Promise.all([funnel.detail(id), redis.get(cacheKey(`${id}`))]);
    if (text === (sku === undefined ? SENTINEL : encodeSku(sku))) return;
    throw new Error(`a GET of ${id} finds other than the funnel: ${text}`);
  };
  await Promise.all(Array.from(ids, same));
}
