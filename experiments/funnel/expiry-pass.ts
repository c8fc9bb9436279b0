import { setTimeout as delay } from 'node:timers/promises';
import { drive } from '../../src/funnel/driver.ts';
import { cacheKey } from '../../src/funnel/sku-cache.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { contiguous } from '../../src/workload/population.ts';
import { defenceNamed } from './defence.ts';
import type { FunnelCell, Parameters } from './plan.ts';

/**
 * What passes to MySQL when the sentinel of one id has expired: one request alone, and many that
 * come together. The sentinel lives one or two seconds each time.
 */
export async function expiryPass(
  { singleFlight }: Extract<FunnelCell, { pass: 'expiry' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const population = contiguous(params.skus);
  const scene = await lab.stage.scene(population);
  try {
    const id = population.maxId + 100;
    const funnel = await scene.funnel({
      defence: defenceNamed('sentinel', lab),
      random: lab.random('ttl'),
      cache: { sentinelTtlSeconds: 1 },
      singleFlight,
    });
    const results: Result[] = [];
    for (const requestsAtOnce of [1, params.burst]) {
      for (let expiry = 1; expiry <= params.expiries; expiry++) {
        await untilExpired(scene, String(id), lab);
        const before = await scene.counts();
        await drive(funnel, new Float64Array(requestsAtOnce).fill(id), {
          concurrency: requestsAtOnce,
          now: lab.now,
          signal: lab.signal,
        });
        const selects = (await scene.counts()).selects - before.selects;
        const row = { pass: 'expiry', singleFlight, expiry, requestsAtOnce, passed: selects };
        results.push({ row });
      }
    }
    return results;
  } finally {
    await scene.close();
  }
}

async function untilExpired(scene: Scene, id: string, lab: Lab): Promise<void> {
  for (;;) {
    const leftMs = await scene.redis.pttl(cacheKey(id));
    if (leftMs < 0) return;
    await delay(leftMs + 1, undefined, { signal: lab.signal });
  }
}
