import { setTimeout as delay } from 'node:timers/promises';
import type { Funnel } from '../../src/funnel/funnel.ts';
import type { Result } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { readMysqlAtRest, readMysqlMeter, readRedisMeter } from '../../src/servers/meters.ts';

const watchMs = 50;

/** The first connection of a pool is open before it is asked for anything; others must go first. */
const settlePolls = 100;
const settlePollMs = 10;

/**
 * Begins to look at how many connections MySQL has. The function that is returned ends it and gives
 * the most that were seen beyond our `own`; a connection has one query at a time.
 */
export async function watchConnections(scene: Scene, own: number): Promise<() => Promise<number>> {
  const clients = async () => (await readMysqlMeter(scene.mysql)).clients;
  // A rebuild's connections are closed by us at once and by the server when it gets to it.
  for (let poll = 0; poll < settlePolls && (await clients()) > own + 1; poll++) {
    await delay(settlePollMs);
  }
  let most = own;
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      most = Math.max(most, await clients());
      await delay(watchMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  // A server that goes away while it is looked at is told by the pass itself.
  watching.catch(() => undefined);
  return async () => {
    ended.abort();
    await watching;
    return most - own;
  };
}

/**
 * Begins to hold the funnel's counters against the servers'. Under a fault the laws are bounds: a
 * SELECT whose answer never came was seen by MySQL and counted as an error by the funnel, and a
 * refused request sent none. Redis's own counters go with it where `redisLives` is false.
 */
export async function boundLoads(
  scene: Scene,
  funnel: Funnel,
  redisLives: boolean,
): Promise<() => Promise<Required<Result>>> {
  const read = async () => ({
    stats: funnel.stats(),
    selects: (await readMysqlAtRest(scene.mysql)).comSelect,
    gets: redisLives ? (await readRedisMeter(scene.redis)).get : 0,
  });
  const before = await read();
  return async () => {
    const after = await read();
    const added = (name: keyof typeof before.stats.outcomes) =>
      after.stats.outcomes[name] - before.stats.outcomes[name];
    const requests = ['sentinel-hit', 'cache-hit', 'db-hit', 'db-miss', 'error'] as const;
    const loads = added('db-hit') + added('db-miss') - (after.stats.joined - before.stats.joined);
    return {
      row: {
        selects: after.selects - before.selects,
        selectsLeast: loads,
        selectsMost: loads + added('error'),
        gets: redisLives ? after.gets - before.gets : null,
        getsMost: requests.reduce((sum, name) => sum + added(name), 0),
        unavailable: after.stats.unavailable - before.stats.unavailable,
        writeFailures: after.stats.writeFailures - before.stats.writeFailures,
      },
      reasons: redisLives ? {} : { gets: 'its counters went with the Redis that was killed' },
    };
  };
}
