import { articleDefences } from '../../src/funnel/defences.ts';
import { drive } from '../../src/funnel/driver.ts';
import { SENTINEL } from '../../src/funnel/sku-cache.ts';
import { type Audit, beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { random } from '../../src/workload/random.ts';
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
    const defence = articleDefences({ log: lab.log })[name];
    const cache = isTraffic(traffic) ? longTtls : {};
    const funnel = await scene.funnel({ defence, random: lab.random('ttl'), cache });
    if (deleted.length > 0) await scene.deleteRows(deleted);
    const endAudit = await beginAudit(scene, [funnel]);
    await drive(funnel, ids, { concurrency: 1, now: lab.now, signal: lab.signal });
    const audit = await endAudit(ids.length);
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
          ...countsRow(ids.length, audit),
          ...(await keysRow(scene)),
        },
      },
    ];
  } finally {
    await scene.close();
  }
}

function countsRow(requests: number, audit: Audit): Row {
  return {
    requests,
    ...audit.outcomes,
    joined: audit.joined,
    gets: audit.gets,
    sets: audit.sets,
    selects: audit.selects,
    expired: audit.expired,
    keysBefore: audit.before.keys,
    keysAfter: audit.after.keys,
    redisBytesBefore: audit.before.usedMemoryBytes,
    redisBytesAfter: audit.after.usedMemoryBytes,
    lawsBroken: audit.lawsBroken,
  };
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
