import { conservation, type Law } from '../../src/funnel/conservation.ts';
import { drive } from '../../src/funnel/driver.ts';
import type { FunnelStats } from '../../src/funnel/funnel.ts';
import { SENTINEL } from '../../src/funnel/sku-cache.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import type { Counts, Scene } from '../../src/lab/scene.ts';
import { random } from '../../src/workload/random.ts';
import { defenceNamed } from './defence.ts';
import { type FunnelCell, isTraffic, type Parameters } from './plan.ts';
import { trafficOf } from './traffic.ts';

/** A long pass must not outlive what it has written; a walk looks at the product's own lives. */
const longTtls = { sentinelTtlSeconds: 43_200, valueTtlSeconds: 43_200 };

/** Keys whose value and TTL are looked at after a pass. */
const sampledKeys = 1_000;

/**
 * One defence under one traffic, one request at a time and with nothing expiring, so that every
 * count is the same on any machine and the servers' own counters can be held against it.
 */
export async function exactPass(
  { traffic, defence: name }: Extract<FunnelCell, { pass: 'exact' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  // Named by the traffic and not by the cell: every defence meets the same requests.
  const requestRandom = random(lab.seed, 'funnel', traffic);
  const { population, deleted, ids } = trafficOf(traffic, params.requests, params, requestRandom);
  const scene = await lab.stage.scene(population);
  try {
    const before = await scene.counts();
    const defence = defenceNamed(name, lab);
    const cache = isTraffic(traffic) ? longTtls : {};
    const funnel = await scene.funnel({ defence, random: lab.random('ttl'), cache });
    if (deleted.length > 0) await scene.deleteRows(deleted);
    const othersSeen = await scene.watchOthers();
    await drive(funnel, ids, { concurrency: 1, now: lab.now, signal: lab.signal });
    const after = await scene.counts();
    const comparable = !(await othersSeen());
    const distinct = new Set(ids);
    const isAbsent = (id: number) => !population.has(id) || deleted.includes(id);
    return [
      {
        row: {
          pass: 'exact',
          traffic,
          defence: name,
          distinctIds: distinct.size,
          distinctAbsent: [...distinct].filter(isAbsent).length,
          ...countsRow(ids.length, funnel.stats(), before, after, comparable),
          ...(await keysRow(scene)),
        },
      },
    ];
  } finally {
    await scene.close();
  }
}

/** `lawsBroken`, where others used the servers too. */
export const notComparable = 'not comparable: other clients were seen';

function countsRow(
  requests: number,
  stats: FunnelStats,
  before: Counts,
  after: Counts,
  comparable: boolean,
) {
  const seen = {
    gets: after.gets - before.gets,
    sets: after.sets - before.sets,
    selects: after.selects - before.selects,
  };
  const broken = conservation(requests, stats, seen).filter((law) => law.measured !== law.expected);
  return {
    requests,
    ...stats.outcomes,
    joined: stats.joined,
    gets: seen.gets,
    sets: seen.sets - stats.maintenance.sets,
    selects: seen.selects - stats.maintenance.selects,
    expired: after.expired - before.expired,
    keysBefore: before.keys,
    keysAfter: after.keys,
    redisBytesBefore: before.usedMemoryBytes,
    redisBytesAfter: after.usedMemoryBytes,
    lawsBroken: comparable ? broken.map(inWords).join('; ') : notComparable,
  };
}

function inWords({ name, measured, expected }: Law): string {
  return `${name}: ${measured}, not ${expected}`;
}

/** What the cache holds after the pass, as Redis itself tells it. */
async function keysRow(scene: Scene) {
  const keys = (await scene.keys()).sort();
  const sample = keys.slice(0, sampledKeys);
  const values = sample.length === 0 ? [] : await scene.redis.mget(sample);
  const sentinels = sample.filter((_, index) => values[index] === SENTINEL);
  const ttls: number[] = [];
  for (const key of sentinels) ttls.push(await scene.redis.ttl(key));
  return {
    ourKeys: keys.length,
    firstSentinel: sentinels[0] === undefined ? 'none' : `${sentinels[0]} = ${SENTINEL}`,
    ...(ttls.length === 0
      ? {}
      : { ttlSecondsMin: Math.min(...ttls), ttlSecondsMax: Math.max(...ttls) }),
  };
}
