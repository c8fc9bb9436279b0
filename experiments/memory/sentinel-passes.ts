import type { Redis } from 'ioredis';
import { plainDefences } from '../../src/funnel/defences.ts';
import {
  cacheKey,
  connectCache,
  KEY_PREFIX,
  SENTINEL,
  SkuCache,
} from '../../src/funnel/sku-cache.ts';
import { skuTable } from '../../src/funnel/sku-schema.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { patient } from '../../src/lab/open-funnel.ts';
import type { RedisMeter } from '../../src/servers/meters.ts';
import type { RedisServer } from '../../src/servers/server.ts';
import { distinctAbsent } from '../../src/workload/absent.ts';
import { contiguous } from '../../src/workload/population.ts';
import { random } from '../../src/workload/random.ts';
import { onFreshRedis } from './fresh-redis.ts';
import { type Parameters, sameIds } from './plan.ts';

/** Nothing of ours may expire while it is measured. */
const longTtl = { sentinelTtlSeconds: 86_400 };
const formKeys = 16_384;

/** N distinct absent ids in random order, as an attacker meets them; the same for every cell. */
function* absentIds(count: number, lab: Lab, { skus, range }: Parameters): Generator<[string]> {
  let left = count;
  for (const id of distinctAbsent(contiguous(skus), range, random(lab.seed, 'memory', 'ids'))) {
    if (left-- === 0) return;
    yield [String(id)];
  }
}

/** Writes sentinels as the product does and closes its connection, so that no buffer is counted. */
export async function writeSentinels(
  server: RedisServer,
  ids: Iterable<readonly [id: string]>,
  lab: Lab,
): Promise<void> {
  const connection = await connectCache(server.options, patient.silenceMs);
  try {
    await new SkuCache(connection, lab.random('ttl'), lab.log, longTtl).writeBackMany(ids);
  } finally {
    connection.disconnect();
  }
}

/**
 * The bytes of sentinels, each number and each form of them in an empty Redis of its own. All at
 * once: most of the time goes by waiting until the memory stands still, and nothing is timed.
 */
export async function bytesPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const passes = [sentinelsPass(lab, params), formsPass(lab), funnelPass(lab, params)];
  return (await Promise.all(passes)).flat();
}

async function sentinelsPass(lab: Lab, params: Parameters): Promise<Result[]> {
  return Promise.all(
    params.sentinels.map((sentinels) =>
      onFreshRedis(lab, async ({ server, redis, empty, settled }) => {
        await writeSentinels(server, absentIds(sentinels, lab, params), lab);
        const full = await settled();
        const row = { pass: 'sentinels', sentinels, ...bytesRow(empty, full) };
        return {
          row: { ...row, memoryUsageBytes: await memoryUsage(redis), ...serverRow(server) },
        };
      }),
    ),
  );
}

function bytesRow(empty: RedisMeter, full: RedisMeter) {
  const bytes = full.heldBytes - empty.heldBytes;
  return {
    keys: full.keys,
    expired: full.expiredKeys - empty.expiredKeys,
    emptyBytes: empty.heldBytes,
    sentinelBytes: bytes,
    bytesPerSentinel: bytes / full.keys,
    rssBytes: full.usedMemoryRssBytes,
  };
}

function serverRow({ info }: RedisServer) {
  const allocator = info.allocator ?? 'unknown';
  return { server: `${info.product} ${info.version}`, allocator };
}

/** What Redis itself says of one key; it leaves out the expires entry and the tables. */
async function memoryUsage(redis: Redis): Promise<number> {
  const [, keys] = await redis.scan('0', 'MATCH', `${KEY_PREFIX}*`, 'COUNT', 10);
  return Number(await redis.memory('USAGE', keys[0]!));
}

/** Other ways to say "there is no such row", at a full table: what each costs. */
async function formsPass(lab: Lab): Promise<Result[]> {
  const forms = [
    { form: `our key, ${SENTINEL}`, key: cacheKey, value: SENTINEL },
    { form: 'our key, empty text', key: cacheKey, value: '' },
    { form: 'shop:<id>, empty text', key: (id: string) => `shop:${id}`, value: '' },
  ];
  return Promise.all(
    forms.map(({ form, key, value }) =>
      onFreshRedis(lab, async ({ server, redis, empty, settled }) => {
        for (let first = 1_000_000; first < 1_000_000 + formKeys; first += 1_024) {
          const pipeline = redis.pipeline();
          for (let id = first; id < first + 1_024; id++) {
            pipeline.set(key(String(id)), value, 'EX', longTtl.sentinelTtlSeconds);
          }
          await pipeline.exec();
        }
        const bytes = bytesRow(empty, await settled());
        return {
          row: { pass: 'forms', form, sentinels: formKeys, ...bytes, ...serverRow(server) },
        };
      }),
    ),
  );
}

/** The same ids by the writer and by requests through the whole funnel, each in a fresh Redis. */
async function funnelPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const ids = [...absentIds(sameIds, lab, params)];
  const writing = onFreshRedis(lab, async ({ server, empty, settled }) => {
    await writeSentinels(server, ids, lab);
    return bytesRow(empty, await settled());
  });
  const asking = onFreshRedis(lab, async ({ server, empty, settled }) => {
    const table = await askFunnel(server, ids, lab, params);
    return { ...bytesRow(empty, await settled()), ...table };
  });
  const [written, asked] = await Promise.all([writing, asking]);
  const row = { pass: 'through the funnel', sentinels: sameIds, ...asked };
  return [{ row: { ...row, writerBytes: written.sentinelBytes } }];
}

/** Asks for absent ids and closes all connections. @returns what the table holds meanwhile */
async function askFunnel(
  server: RedisServer,
  ids: readonly (readonly [id: string])[],
  lab: Lab,
  { skus }: Parameters,
) {
  const scene = await lab.stage.scene(contiguous(skus), server);
  try {
    const funnel = await scene.funnel({
      defence: plainDefences.sentinel,
      random: lab.random('ttl'),
      cache: longTtl,
    });
    const endAudit = await beginAudit(scene, [funnel]);
    for (const [id] of ids) await funnel.detail(id);
    const { lawsBroken } = await endAudit(ids.length);
    const [rows] = await scene.mysql.query(
      `SELECT COUNT(*) AS skus, CAST(MIN(id) AS CHAR) AS minId, CAST(MAX(id) AS CHAR) AS maxId
       FROM ${skuTable}`,
    );
    const [extent] = rows as { skus: number; minId: string; maxId: string }[];
    return { ...extent!, skus: Number(extent!.skus), lawsBroken };
  } finally {
    await scene.close();
  }
}
