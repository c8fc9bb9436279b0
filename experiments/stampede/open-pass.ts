import { openLoop } from '../../src/funnel/open-loop.ts';
import { cacheKey } from '../../src/funnel/sku-cache.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { slowLoads } from '../../src/lab/slow-loads.ts';
import { EntryWatch } from './entry-watch.ts';
import { gapColumns } from './gap-columns.ts';
import { oneConnection, type Parameters, type StampedeCell, sentinel, shopOf } from './plan.ts';

/** More than come together at any rate that may be set, and a bound all the same. */
const inFlightLimit = 10_000;

/**
 * Requests for one id that come by chance at a rate of their own, while its entry is made to
 * expire as soon as it is there and all loads have ended.
 */
export async function openPass(
  { id: kind, singleFlight, rate }: Extract<StampedeCell, { pass: 'open' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const { population, ids } = shopOf(params);
  const scene = await lab.stage.scene(population);
  try {
    const watch = new EntryWatch(lab.now);
    const funnel = await scene.funnel({
      defence: sentinel,
      random: lab.random('ttl'),
      singleFlight,
      table: oneConnection,
      wrapCache: (cache) => watch.wrapCache(cache),
      wrapTable: (table) => watch.wrapTable(slowLoads(params.queryMs)(table)),
    });
    const requests = Math.ceil(rate * params.seconds);
    const endAudit = await beginAudit(scene, [funnel]);
    const ended = new AbortController();
    const expirer = expireRepeatedly(scene, cacheKey(String(ids[kind])), watch, ended.signal);
    const run = await openLoop(funnel, new Float64Array(requests).fill(ids[kind]), {
      ratePerSecond: rate,
      arrivals: 'poisson',
      random: lab.random('arrivals'),
      inFlightLimit,
      now: lab.now,
      signal: lab.signal,
    }).finally(() => ended.abort());
    await expirer;
    const audit = await endAudit(requests);
    const gaps = gapColumns(
      watch.gaps().filter((gap) => gap.complete),
      rate,
    );
    const row = {
      pass: 'open',
      ...{ id: kind, singleFlight, rate, requests, ...gaps.row },
      ...{ lateMisses: watch.lateMisses, ...audit.outcomes, joined: audit.joined },
      ...{ selects: audit.selects, loads: watch.gaps().reduce((sum, gap) => sum + gap.loads, 0) },
      ...{ dropped: run.dropped, startLagNsP99: run.startLagNs.percentile(99) },
      lawsBroken: audit.lawsBroken,
    };
    return [{ row, reasons: gaps.reasons }];
  } finally {
    await scene.close();
  }
}

/** The entry ends by its TTL, as it would after a minute. */
async function expireRepeatedly(
  scene: Scene,
  key: string,
  watch: EntryWatch,
  ended: AbortSignal,
): Promise<void> {
  const end = new Promise<void>((resolve) => {
    ended.addEventListener('abort', () => resolve(), { once: true });
  });
  let gap = watch.nextGap();
  for (;;) {
    await Promise.race([gap, end]);
    if (ended.aborted) return;
    gap = watch.nextGap();
    await scene.redis.pexpire(key, 1);
  }
}
