import { cacheKey, connectCache, SkuCache } from '../../src/funnel/sku-cache.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { patient } from '../../src/lab/open-funnel.ts';
import { readRedisMeter } from '../../src/servers/meters.ts';
import { observe } from '../../src/servers/redis.ts';
import type { RedisServer } from '../../src/servers/server.ts';
import { chiSquareP } from '../../src/stats/chi-square.ts';
import type { Parameters } from './plan.ts';

/** Lives at the articles' own scale; they are read back at once and nobody waits for their end. */
const jitters = [
  { name: 'none, 60 s', baseSeconds: 60, jitter: 0 },
  { name: '± 5 %, 57 … 63 s', baseSeconds: 57, jitter: 6 / 57 },
  { name: '+ 50 %, 60 … 90 s', baseSeconds: 60, jitter: 0.5 },
] as const;

const pageKeys = 250;
const firstId = 1_000_000;

/** The lives of many sentinels that are written together, as Redis has them. */
export async function ttlPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const results: Result[] = [];
  for (const jitter of jitters) {
    const server = await lab.stage.freshRedis();
    try {
      results.push(...(await livesOf(jitter, server, lab, params)));
    } finally {
      await server.stop();
    }
  }
  return results;
}

async function livesOf(
  { name, baseSeconds, jitter }: (typeof jitters)[number],
  server: RedisServer,
  lab: Lab,
  { ttls }: Parameters,
): Promise<Result[]> {
  const redis = observe(server.options);
  const connection = await connectCache(server.options, patient.silenceMs);
  try {
    const options = { sentinelTtlSeconds: baseSeconds, jitter };
    const cache = new SkuCache(connection, lab.random('ttl', name), lab.log, options);
    const before = await readRedisMeter(redis);
    const [lives, endMs]: [number[], number[]] = [[], []];
    for (let first = 0; first < ttls; first += pageKeys) {
      const ids = Array.from({ length: Math.min(pageKeys, ttls - first) }, (_, index) =>
        String(firstId + first + index),
      );
      const startNs = lab.now();
      await cache.writeBackMany(ids.map((id) => [id] as const));
      const replies = await ids
        .reduce((pipeline, id) => pipeline.pttl(cacheKey(id)), redis.pipeline())
        .exec();
      const nowNs = lab.now();
      // A whole number of seconds was set; what is left tells which only for so long.
      if (nowNs - startNs >= 1_000_000_000n) continue;
      for (const [, reply] of replies!) {
        lives.push(Math.ceil(Number(reply) / 1_000));
        endMs.push(Number(nowNs) / 1e6 + Number(reply));
      }
    }
    const after = await readRedisMeter(redis);
    const summary = {
      ...{
        pass: 'ttl',
        jitterName: name,
        baseSeconds,
        jitter,
        written: ttls,
        ttlsIssued: lives.length,
      },
      ...{ keys: after.keys, endless: lives.filter((life) => life < 1).length },
      usedMemoryBytes: after.usedMemoryBytes - before.usedMemoryBytes,
      ...spread(lives, { baseSeconds, jitter }),
      peakPer100Ms: peak(endMs),
    };
    return [{ row: summary }, ...countRows(name, lives).map((row) => ({ row }))];
  } finally {
    connection.disconnect();
    redis.disconnect();
  }
}

/** Against an even spread over the whole seconds that are possible. */
function spread(
  lives: readonly number[],
  { baseSeconds, jitter }: { readonly baseSeconds: number; readonly jitter: number },
): Row {
  const values = Math.round(baseSeconds * jitter) + 1;
  const counts = new Array<number>(values).fill(0);
  for (const life of lives) {
    if (life >= baseSeconds && life < baseSeconds + values) counts[life - baseSeconds]!++;
  }
  const expected = new Array<number>(values).fill(lives.length / values);
  return {
    ttlSecondsMin: Math.min(...lives),
    ttlSecondsMax: Math.max(...lives),
    meanTtlSeconds: lives.reduce((sum, life) => sum + life, 0) / lives.length,
    possibleTtls: values,
    ...(values > 1 ? { chiSquareP: chiSquareP(counts, expected) } : {}),
  };
}

/** Most entries that end within the same tenth of a second. */
function peak(endMs: readonly number[]): number {
  const bins = new Map<number, number>();
  for (const end of endMs) {
    const bin = Math.floor(end / 100);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  return Math.max(...bins.values());
}

function countRows(jitterName: string, lives: readonly number[]): Row[] {
  const counts = new Map<number, number>();
  for (const life of lives) counts.set(life, (counts.get(life) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([ttlSeconds, count]) => ({ pass: 'lives', jitterName, ttlSeconds, count }));
}
