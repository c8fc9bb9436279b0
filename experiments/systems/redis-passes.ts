import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { readCommandCalls } from '../../src/servers/meters.ts';
import { configChanged, RedissonFilter, redissonShape } from '../../src/systems/redisson-filter.ts';
import { contiguous } from '../../src/workload/population.ts';
import { addAll, filterName } from './open-system.ts';
import { type Parameters, shopRate } from './plan.ts';

/** Checks of a client that was started anew. */
const checks = 100;

async function onScene(
  lab: Lab,
  { skus }: Parameters,
  task: (scene: Scene) => Promise<Row[]>,
): Promise<Result[]> {
  const scene = await lab.stage.scene(contiguous(skus));
  try {
    return (await task(scene)).map((row) => ({ row }));
  } finally {
    await scene.close();
  }
}

/**
 * The start-up code of article S2 run again: by a service with the same figures after some shops
 * have closed, by one with others, and by an object that only asks.
 */
export function restartPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const { skus, deleted } = params;
  return onScene(lab, params, async (scene) => {
    const { redis } = await scene.clients();
    const clients = [
      { client: 'first start', n: skus, from: 1 },
      { client: 'same figures', n: skus, from: deleted + 1 },
      { client: 'other figures', n: 2 * skus, from: deleted + 1 },
      { client: 'never called tryInit', n: undefined, from: deleted + 1 },
    ];
    const rows: Row[] = [];
    for (const { client, n, from } of clients) {
      const filter = new RedissonFilter(redis, filterName);
      const tryInit = n === undefined ? 'not called' : String(await filter.tryInit(n, shopRate));
      // Every start loads the shops that are there; the closed ones, 1 … deleted, are not.
      const live = Array.from({ length: skus - from + 1 }, (_, index) => from + index);
      const added = await failureOf(() => filter.add(live));
      rows.push({ pass: 'restart', client, tryInit, added, ...(await checked(filter, deleted)) });
    }
    return rows;
  });
}

async function failureOf(task: () => Promise<unknown>): Promise<string> {
  try {
    await task();
    return 'done';
  } catch (error) {
    return nameOf(error);
  }
}

function nameOf(error: unknown): string {
  const { message } = error as Error;
  return message.includes(configChanged) ? configChanged : message;
}

/** Asks for shops of which the first `closed` have closed. */
async function checked(filter: RedissonFilter, closed: number): Promise<Row> {
  const answers = await Promise.allSettled(
    Array.from({ length: checks }, (_, index) => filter.contains(index + 1)),
  );
  const failed = answers.filter(({ status }) => status === 'rejected');
  const passing = answers.slice(0, closed).filter((one) => 'value' in one && one.value);
  return {
    checks,
    failed: failed.length,
    closedAsked: Math.min(closed, checks),
    closedPass: passing.length,
  };
}

/** Loads all ids at a start, in three ways; each begins without a filter. */
export function loadingPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const { skus } = params;
  const shape = redissonShape(skus, shopRate);
  return onScene(lab, params, async (scene) => {
    const { redis } = await scene.clients();
    const oneByOne = async (filter: RedissonFilter) => {
      for (let id = 1; id <= skus; id++) await filter.add([id]);
    };
    const lastBitFirst = async (filter: RedissonFilter) => {
      await redis.setbit(filterName, shape.bits - 1, 0);
      await addAll(filter, skus);
    };
    const ways: [string, (filter: RedissonFilter) => Promise<unknown>][] = [
      ['one by one', oneByOne],
      ['in batches', (filter) => addAll(filter, skus)],
      ['in batches, last bit first', lastBitFirst],
    ];
    const rows: Row[] = [];
    for (const [way, load] of ways) {
      await scene.clearKeys();
      const filter = new RedissonFilter(redis, filterName);
      await filter.tryInit(skus, shopRate);
      const before = (await readCommandCalls(scene.redis)).get('eval') ?? 0;
      const start = lab.now();
      await load(filter);
      const seconds = Number(lab.now() - start) / 1e9;
      const evals = (await readCommandCalls(scene.redis)).get('eval')! - before;
      rows.push({ pass: 'loading', way, ids: skus, evals, seconds, ...(await stored(scene)) });
    }
    return rows;
  });
}

/** What Redis says of the filter itself. */
async function stored({ redis }: Scene): Promise<Row> {
  const { size, hashIterations } = await redis.hgetall(`${filterName}:config`);
  return {
    bits: Number(size),
    hashes: Number(hashIterations),
    bitmapBytes: await redis.strlen(filterName),
    memoryUsageBytes: Number(await redis.memory('USAGE', filterName)),
  };
}

/** Article S2's example: id 1 at 2, 5 and 8, id 9999 at 2, 6 and 8. */
export function toyPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const positions = (id: number) => (id === 1 ? [2, 5, 8] : [2, 6, 8]);
  return onScene(lab, params, async (scene) => {
    const { redis } = await scene.clients();
    const filter = new RedissonFilter(redis, filterName, positions);
    await filter.tryInit(2, shopRate);
    await filter.add([1]);
    const places = Array.from({ length: 10 }, (_, bit) => bit);
    const bits = await Promise.all(places.map((bit) => redis.getbit(filterName, bit)));
    return [
      {
        pass: 'toy',
        bitsOfOne: places.filter((bit) => bits[bit] === 1).join(', '),
        containsStored: await filter.contains(1),
        containsOther: await filter.contains(9_999),
      },
    ];
  });
}
