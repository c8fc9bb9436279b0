import { cacheKey, SENTINEL } from '../../src/funnel/sku-cache.ts';
import type { Audit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { callsBetween, readCommandCalls } from '../../src/servers/meters.ts';
import { distinctAbsent } from '../../src/workload/absent.ts';
import { contiguous } from '../../src/workload/population.ts';
import { random } from '../../src/workload/random.ts';
import { equalRequests, type Parameters, type WalkedDefence } from './plan.ts';
import { onServedShop, type ServedShop } from './served-shop.ts';

/** The order that article S0 sends. */
const warmOrder = '{"limit":1000,"rebuild_bloom":true}';

/** Keys whose TTL is looked at. */
const sampledKeys = 1_000;

/** The articles' verification steps, in their order, against one defence. */
export async function stepsPass(
  defence: WalkedDefence,
  lab: Lab,
  params: Parameters,
): Promise<readonly Result[]> {
  return onServedShop(defence, lab, params, async (shop) => {
    const rows = [
      ...(await firstRequests(shop, params)),
      await warm(shop),
      await attack(shop, 'equal', new Array(equalRequests).fill(params.skus + 100)),
    ];
    for (const ids of differentIds(lab, params)) rows.push(await attack(shop, 'different', ids));
    return rows.map((row) => ({ row: { defence, ...row } }));
  });
}

/** Article S1, before any filter is built: the id after the last, twice. */
async function firstRequests(shop: ServedShop, { skus }: Parameters): Promise<Row[]> {
  const { scene, client } = shop;
  const key = cacheKey(String(skus + 1));
  const rows: Row[] = [];
  const filterReady = JSON.parse(await shop.bloom()).ready;
  for (const request of [1, 2]) {
    const callsBefore = await readCommandCalls(scene.redis);
    const { audit, result } = await shop.audited(1, () => client.get(`/api/seckill/${skus + 1}`));
    const commands = inWords(callsBetween(callsBefore, await readCommandCalls(scene.redis)));
    const [value, ttlSeconds] = [await scene.redis.get(key), await scene.redis.ttl(key)];
    rows.push({
      ...{ pass: 'first requests', request, filterReady, statuses: String(result.status) },
      ...{ commands, key, value: value ?? 'none', ...countsRow(1, audit) },
      ...{ ttlSecondsMin: ttlSeconds, ttlSecondsMax: ttlSeconds },
    });
  }
  return rows;
}

/** `get 1, set 1` */
function inWords(calls: Readonly<Record<string, number>>): string {
  return Object.entries(calls)
    .map(([name, calls]) => `${name} ${calls}`)
    .toSorted()
    .join(', ');
}

/** Article S0: warm the cache, build the filter, look at the statistics. */
async function warm({ scene, client, bloom }: ServedShop): Promise<Row> {
  const { body } = await client.post('/api/cache/warm', warmOrder);
  const keys = await scene.keys(sampledKeys + 1);
  const lives = await livesOf(scene, keys);
  const { min, max } = extremes(lives.filter(({ value }) => value !== SENTINEL));
  return {
    ...{ pass: 'warm', warmed: JSON.parse(body).warmed, bloom: await bloom() },
    ...{ keys: keys.length, valueTtlSecondsMin: min, valueTtlSecondsMax: max },
  };
}

/** On an empty cache, so that only keys of its own can expire meanwhile: they are counted too. */
async function attack(shop: ServedShop, kind: string, ids: readonly number[]): Promise<Row> {
  const { scene, client } = shop;
  const rejections = async () => JSON.parse(await shop.bloom()).rejected as number;
  const rejectedBefore = await rejections();
  await scene.clearKeys();
  const { expired } = await scene.counts();
  const { audit, result } = await shop.audited(ids.length, () =>
    // Equal ids one by one, as the article's loop does: at once they would share a load.
    kind === 'equal' ? oneByOne(shop, ids) : client.statuses(ids),
  );
  // The look at all keys removes those that have ended.
  const keys = await scene.keys();
  const ended = (await scene.counts()).expired - expired;
  const { min, max } = extremes(await livesOf(scene, keys.slice(0, sampledKeys)));
  return {
    ...{ pass: 'attack', attack: kind, distinctIds: new Set(ids).size },
    ...countsRow(ids.length, audit),
    rejected: (await rejections()) - rejectedBefore,
    notFound: result.filter((status) => status === 404).length,
    keys: keys.length + ended,
    expired: ended,
    ...(keys.length === 0 ? {} : { ttlSecondsMin: min, ttlSecondsMax: max }),
  };
}

async function oneByOne({ client }: ServedShop, ids: readonly number[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const id of ids) statuses.push((await client.get(`/api/seckill/${id}`)).status);
  return statuses;
}

/** Random absent ids, none of which is asked for elsewhere; the same for every defence. */
function* differentIds(lab: Lab, { skus, range, different }: Parameters): Generator<number[]> {
  const used = new Set([skus + 1, skus + 100]);
  const ids = distinctAbsent(contiguous(skus), range, random(lab.seed, 'walkthrough', 'ids'));
  for (const count of different) {
    const list: number[] = [];
    for (let id = ids.next(); !id.done; id = ids.next()) {
      if (!used.has(id.value)) list.push(id.value);
      if (list.length === count) break;
    }
    yield list;
  }
}

function countsRow(requests: number, audit: Audit): Row {
  const { outcomes, gets, sets, selects, expired, lawsBroken } = audit;
  return { requests, ...outcomes, gets, sets, selects, expired, lawsBroken };
}

interface Life {
  readonly value: string;
  readonly ttlSeconds: number;
}

/** What stands under each key, and for how long yet. */
async function livesOf(scene: Scene, keys: readonly string[]): Promise<Life[]> {
  const commands = keys.flatMap((key) => [
    ['get', key],
    ['ttl', key],
  ]);
  const replies = (await scene.redis.pipeline(commands).exec()) ?? [];
  return keys.map((_, index) => ({
    value: String(replies[2 * index]?.[1]),
    ttlSeconds: Number(replies[2 * index + 1]?.[1]),
  }));
}

function extremes(lives: readonly Life[]): { readonly min: number; readonly max: number } {
  const ttls = lives.map(({ ttlSeconds }) => ttlSeconds);
  return { min: Math.min(...ttls), max: Math.max(...ttls) };
}
