import type { Lab, Result } from '../../src/lab/experiment.ts';
import { contiguous } from '../../src/workload/population.ts';
import { timeLookups } from '../lookups.ts';
import { halfCached } from './open-system.ts';
import type { Parameters } from './plan.ts';

/** Every present id and as many absent ones asked of S3's cache, a tenth of its entries evicted. */
export async function cachedKeysPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const { skus } = params;
  const scene = await lab.stage.scene(contiguous(skus));
  try {
    const cache = await halfCached(await scene.clients(), params);
    const put = cache.size;
    const evicted = Math.floor(put / 10);
    for (let id = 1; id <= evicted; id++) cache.evict(String(id));
    const before = await scene.counts();
    const ends = { rejectedPresent: 0, rejectedAbsent: 0, loaded: 0, foundNothing: 0, hits: 0 };
    for (let id = 1; id <= 2 * skus; id++) {
      const { outcome } = await cache.detail(id);
      if (outcome === 'filter-reject') ends[id <= skus ? 'rejectedPresent' : 'rejectedAbsent']++;
      else if (outcome === 'cache-hit') ends.hits++;
      else if (outcome === 'db-hit') ends.loaded++;
      else ends.foundNothing++;
    }
    const after = await scene.counts();
    const counts = { skus, put, evicted, ...ends, entries: cache.size };
    const selects = after.selects - before.selects;
    return [{ row: { pass: 'cached keys', ...counts, selects, keys: after.keys } }];
  } finally {
    await scene.close();
  }
}

/** Absent keys looked up with the filter first and in the map alone, in turn. */
export async function lookupsPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const { skus, lookups, rounds } = params;
  const scene = await lab.stage.scene(contiguous(skus));
  try {
    const cache = await halfCached(await scene.clients(), params);
    const ids = Array.from({ length: lookups }, (_, index) => skus + 1 + index);
    const keys = ids.map(String);
    const results: Result[] = [];
    for (let round = 0; round < rounds; round++) {
      const { ns: filterNs } = timeLookups(lab, lookups, (i) => cache.admits(ids[i]!));
      const { ns: mapNs } = timeLookups(lab, lookups, (i) => cache.entry(keys[i]!) !== undefined);
      results.push({
        row: { pass: 'lookups', round, filterNs, mapNs, filterPerMap: filterNs / mapNs },
      });
    }
    return results;
  } finally {
    await scene.close();
  }
}
