import { openLoop } from '../../src/funnel/open-loop.ts';
import { cacheKey } from '../../src/funnel/sku-cache.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { slowLoads } from '../../src/lab/slow-loads.ts';
import { meanInterval } from '../../src/stats/mean.ts';
import { EntryWatch, type Gap } from './entry-watch.ts';
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

/** The queries of each gap with their interval, and what 1 + R·W is with the W that was measured. */
function gapColumns(gaps: readonly Gap[], rate: number): Required<Result> {
  const loads = gaps.map((gap) => gap.loads);
  const counts = { expiries: gaps.length, mostSelects: Math.max(0, ...loads) };
  if (gaps.length < 2) {
    const reason = `${gaps.length} expiries, an interval takes two`;
    const none = Object.keys(meanColumns([1, 1], 0, rate));
    return {
      row: { ...counts, ...Object.fromEntries(none.map((name) => [name, null])) },
      reasons: Object.fromEntries(none.map((name) => [name, reason])),
    };
  }
  const windowNs = gaps.reduce((sum, gap) => sum + gap.windowNs, 0) / gaps.length;
  return { row: { ...counts, ...meanColumns(loads, windowNs, rate) }, reasons: {} };
}

function meanColumns(loads: readonly number[], windowNs: number, rate: number): Row {
  const { mean, low, high } = meanInterval(loads);
  return {
    ...{ selectsEach: mean, selectsEachLow: low, selectsEachHigh: high },
    ...{ windowMs: windowNs / 1e6, expectedEach: 1 + (rate * windowNs) / 1e9 },
  };
}
