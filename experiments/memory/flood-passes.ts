import { setTimeout as delay } from 'node:timers/promises';
import { connectCache, SkuCache } from '../../src/funnel/sku-cache.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { patient } from '../../src/lab/open-funnel.ts';
import { readRedisMeter } from '../../src/servers/meters.ts';
import { distinctAbsent } from '../../src/workload/absent.ts';
import { contiguous, type Population } from '../../src/workload/population.ts';
import { random } from '../../src/workload/random.ts';
import { onFreshRedis } from './fresh-redis.ts';
import type { Parameters } from './plan.ts';
import { writeSentinels } from './sentinel-passes.ts';

/** Draws of the flood that is counted and not sent. */
const censusDraws = 10_000_000;

/** Short lives for the flood that lasts: 2 or 3 s, 2.5 on average. */
const steadyTtlSeconds = 2;
const tickMs = 100;
const ticksASample = 5;

/**
 * A flood of random ids against a shop: once counted over 10^7 draws, once through Redis. What is
 * left depends on the ids that are asked for and hardly on the SKUs.
 */
export async function floodPass(skus: number, lab: Lab, params: Parameters): Promise<Result[]> {
  const population = contiguous(skus);
  const census = drawn(censusDraws, population, lab, params);
  const sent = drawn(params.draws, population, lab, params);
  return onFreshRedis(lab, async ({ server, redis }) => {
    await writeSentinels(server, ones(sent.absent), lab);
    const { keys, expiredKeys: expired } = await readRedisMeter(redis);
    const absent = { censusAbsent: census.count, distinctAbsent: sent.count };
    return [{ row: { pass: 'flood', skus, draws: params.draws, ...absent, keys, expired } }];
  });
}

interface Drawn {
  /** A bit for each absent id that was drawn. */
  readonly absent: Uint8Array;
  readonly count: number;
}

function drawn(draws: number, population: Population, lab: Lab, { range }: Parameters): Drawn {
  const { below } = random(lab.seed, 'memory', 'flood');
  const absent = new Uint8Array(range + 1);
  let count = 0;
  for (let draw = 0; draw < draws; draw++) {
    const id = 1 + below(range);
    if (absent[id] === 1 || population.has(id)) continue;
    absent[id] = 1;
    count++;
  }
  return { absent, count };
}

function* ones(absent: Uint8Array): Generator<[string]> {
  for (let id = absent.indexOf(1); id >= 0; id = absent.indexOf(1, id + 1)) yield [String(id)];
}

/** New ids at a constant rate for longer than a sentinel lives: does the memory go on growing? */
export async function steadyPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const { rate, seconds, skus, range } = params;
  const ids = distinctAbsent(contiguous(skus), range, lab.random('ids'));
  return onFreshRedis(lab, async ({ server, redis, empty }) => {
    const connection = await connectCache(server.options, patient.silenceMs);
    const ttl = { sentinelTtlSeconds: steadyTtlSeconds };
    const cache = new SkuCache(connection, lab.random('ttl'), lab.log, ttl);
    const results: Result[] = [];
    const start = lab.now();
    let sent = 0;
    for (let tick = 1; tick <= (seconds * 1_000) / tickMs; tick++) {
      const due = Math.round((rate * tick * tickMs) / 1_000);
      sent += (await cache.writeBackMany(take(ids, due - sent))).sent;
      // By the clock and not by the pause before, so that lateness does not add up.
      const aheadMs = tick * tickMs - Number(lab.now() - start) / 1e6;
      if (aheadMs > 0) await delay(aheadMs, undefined, { signal: lab.signal });
      if (tick % ticksASample !== 0) continue;
      const meter = await readRedisMeter(redis);
      const memory = {
        keys: meter.keys,
        sentinelBytes: meter.heldBytes - empty.heldBytes,
      };
      const atSecond = (tick * tickMs) / 1_000;
      const expected = Math.round(rate * Math.min(atSecond, steadyTtlSeconds * 1.25));
      results.push({ row: { pass: 'steady', atSecond, sent, aliveExpected: expected, ...memory } });
    }
    connection.disconnect();
    return results;
  });
}

function take(ids: Iterator<number, void, undefined>, count: number): [string][] {
  return Array.from({ length: count }, () => {
    const { value } = ids.next();
    if (value === undefined) throw new RangeError('the range has no more absent ids');
    return [String(value)];
  });
}
