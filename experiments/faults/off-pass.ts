import { articleDefences, plainDefences } from '../../src/funnel/defences.ts';
import { drive, type Service } from '../../src/funnel/driver.ts';
import { noOutcomes } from '../../src/funnel/outcomes.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { readMysqlAtRest } from '../../src/servers/meters.ts';
import { withFault } from './inject.ts';
import { type FaultsCell, type GateName, gateNames, type Parameters, poolPlaces } from './plan.ts';
import { onceRequests } from './traffic.ts';

/**
 * Redis is killed and stays away; the same requests, half of them absent, go through a filter that
 * stands apart from the cache, and through one that stands inside `if (cache enabled)` as article
 * S0 prints it, with that switch on and off.
 */
export async function offPass(
  { pass }: Extract<FaultsCell, { pass: 'Redis off' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const { population, ids } = onceRequests(lab, params, params.offRequests);
  return withFault('Redis killed', population, lab, async (scene, kill) => {
    const random = lab.random('ttl');
    const log = () => {};
    const filtered = await scene.funnel({
      defence: articleDefences({ log: lab.log }).both,
      random,
      log,
    });
    const bare = await scene.funnel({ defence: plainDefences.none, random, log });
    await kill.begin();
    const gates: Readonly<Record<GateName, Service>> = {
      'apart from the cache': filtered,
      'inside, cache switched on': gateInside(true, filtered, bare),
      'inside, cache switched off': gateInside(false, filtered, bare),
    };
    const results: Result[] = [];
    for (const gate of gateNames) {
      const counts = noOutcomes();
      const service: Service = {
        detail: async (id) => {
          const answer = await gates[gate].detail(id);
          counts[answer.outcome]++;
          return answer;
        },
      };
      const before = await readMysqlAtRest(scene.mysql);
      const { now, signal } = lab;
      await drive(service, ids, { concurrency: poolPlaces, now, signal });
      const after = await readMysqlAtRest(scene.mysql);
      const row = {
        pass,
        gate,
        offRequests: ids.length,
        absent: ids.filter((id) => !population.has(id)).length,
        rejected: counts['filter-reject'],
        found: counts['db-hit'],
        missed: counts['db-miss'],
        offSelects: after.comSelect - before.comSelect,
      };
      results.push({ row });
    }
    return results;
  });
}

/** `if (cache enabled) { if (!bloom allows) 404; cache … } else MySQL`. */
function gateInside(cacheEnabled: boolean, filtered: Service, bare: Service): Service {
  return { detail: (id) => (cacheEnabled ? filtered : bare).detail(id) };
}
