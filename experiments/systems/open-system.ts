import { articleDefences } from '../../src/funnel/defences.ts';
import type { Service } from '../../src/funnel/driver.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { type OutcomeCounts, requestsOf } from '../../src/funnel/outcomes.ts';
import { KEY_PREFIX } from '../../src/funnel/sku-cache.ts';
import type { Lab } from '../../src/lab/experiment.ts';
import type { Clients } from '../../src/lab/open-funnel.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { CachedKeys } from '../../src/systems/cached-keys.ts';
import { NullCache } from '../../src/systems/null-cache.ts';
import { hasRedisBloom, RedisBloomFilter } from '../../src/systems/redisbloom-filter.ts';
import { RedissonFilter, redissonShape } from '../../src/systems/redisson-filter.ts';
import { ShopService } from '../../src/systems/shop-service.ts';
import { type Parameters, type SystemName, shopRate } from './plan.ts';

/** What requests cost: calls by the name that Redis has for the command, and MySQL's SELECTs. */
export type Price = Readonly<Record<string, number>>;

/** A system, ready for requests, with the law of what they cost. */
export interface OpenSystem {
  readonly service: Service;
  /** The funnel itself, where the system is ours. */
  readonly funnel?: Funnel;
  readonly price: (outcomes: OutcomeCounts) => Price;
}

/** Under our prefix, and with the braces from which Redisson makes the name of the configuration. */
export const filterName = `${KEY_PREFIX}{shops}`;

/** Ids that are sent to a filter in one call. */
const batch = 500;

interface Setting {
  readonly scene: Scene;
  readonly lab: Lab;
  readonly params: Parameters;
}

/** The system, its filter filled; `undefined` where this server cannot run it. */
export async function openSystem(
  name: SystemName,
  setting: Setting,
): Promise<OpenSystem | undefined> {
  switch (name) {
    case 'S0, filter':
      return article('bloom', setting);
    case 'S0, filter and sentinels':
      return article('both', setting);
    case 'S2, as written':
      return redisson(setting, true);
    case 'S2, one filter object':
      return redisson(setting, false);
    case 'RedisBloom':
      return redisBloom(setting);
    case 'S3, filter of cached keys':
      return cachedKeys(setting);
    case 'S4, null cache':
      return nullCache(setting);
  }
}

function loads(outcomes: OutcomeCounts): number {
  return outcomes['db-hit'] + outcomes['db-miss'];
}

/** What lies behind a filter: a GET for what it lets through, a SELECT and a write for a load. */
function behindFilter(outcomes: OutcomeCounts): Price {
  return {
    get: requestsOf(outcomes) - outcomes['filter-reject'],
    setex: loads(outcomes),
    select: loads(outcomes),
  };
}

async function article(name: 'bloom' | 'both', { scene, lab }: Setting): Promise<OpenSystem> {
  const defence = articleDefences({ log: lab.log })[name];
  const funnel = await scene.funnel({ defence, random: lab.random('ttl') });
  const price = (outcomes: OutcomeCounts) => ({
    get: requestsOf(outcomes) - outcomes['filter-reject'],
    set: outcomes['db-hit'] + (defence.sentinels ? outcomes['db-miss'] : 0),
    select: loads(outcomes),
  });
  return { service: funnel, funnel, price };
}

async function redisson({ scene, params }: Setting, objectEach: boolean): Promise<OpenSystem> {
  const { redis, table } = await scene.clients();
  const kept = new RedissonFilter(redis, filterName);
  await kept.tryInit(params.skus, shopRate);
  await addAll(kept, params.skus);
  const filter = objectEach ? () => new RedissonFilter(redis, filterName) : () => kept;
  const { hashes } = redissonShape(params.skus, shopRate);
  const price = (outcomes: OutcomeCounts) => {
    const requests = requestsOf(outcomes);
    return {
      ...behindFilter(outcomes),
      eval: requests,
      hgetall: objectEach ? requests : 0,
      hget: 2 * requests,
      getbit: hashes * requests,
    };
  };
  return { service: new ShopService({ redis, table, filter }), price };
}

async function redisBloom({ scene, params }: Setting): Promise<OpenSystem | undefined> {
  if (!(await hasRedisBloom(scene.redis))) return undefined;
  const { redis, table } = await scene.clients();
  const kept = new RedisBloomFilter(redis, filterName);
  await kept.reserve(params.skus, shopRate);
  await addAll(kept, params.skus);
  const price = (outcomes: OutcomeCounts) => ({
    ...behindFilter(outcomes),
    'bf.exists': requestsOf(outcomes),
  });
  return { service: new ShopService({ redis, table, filter: () => kept }), price };
}

/** Adds the ids 1 … `last` in batches. @returns the number of calls */
export async function addAll(
  filter: { add(ids: readonly number[]): Promise<void> },
  last: number,
): Promise<number> {
  let calls = 0;
  for (let first = 1; first <= last; first += batch) {
    const length = Math.min(batch, last - first + 1);
    await filter.add(Array.from({ length }, (_, index) => first + index));
    calls++;
  }
  return calls;
}

/** Half of the rows are cached; the other half is only in the database. */
async function cachedKeys({ scene, params }: Setting): Promise<OpenSystem> {
  const service = await halfCached(await scene.clients(), params);
  return { service, price: (outcomes) => ({ select: loads(outcomes) }) };
}

/** Article S3's cache with the first half of the rows in it. */
export async function halfCached({ table }: Clients, { skus }: Parameters): Promise<CachedKeys> {
  const service = new CachedKeys(table, skus, shopRate);
  for (const { sku } of await table.first(Math.floor(skus / 2))) service.set(sku);
  return service;
}

async function nullCache({ scene }: Setting): Promise<OpenSystem> {
  const { redis, table } = await scene.clients();
  return { service: new NullCache(redis, table), price: behindFilter };
}
