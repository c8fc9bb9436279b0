import { plainDefences } from '../../src/funnel/defences.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { TokenBuckets } from '../../src/funnel/rivals/token-buckets.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { contiguous } from '../../src/workload/population.ts';
import { randomTraffic, zipfianTraffic } from '../../src/workload/traffic.ts';
import type { Parameters } from './plan.ts';

/** A limit that a shop might set: five requests a second, twenty at once. */
const limit = { perSecond: 5, burst: 20, clients: 100_000 };

/**
 * Normal visitors: each opens a page every four seconds in the mean, and a page asks for 1 … 20
 * products at once, as a list does.
 */
const visitors = { count: 20, pagesPerSecond: 0.25, mostProducts: 20 };

/** Visitors with an address each, or all behind one, as in an office. */
type Addresses = 'own' | 'shared';

interface Event {
  readonly atSeconds: number;
  readonly client: string;
  readonly normal: boolean;
  readonly id: number;
}

/**
 * Normal traffic with an attack among it, from few clients or many; the clock of the buckets is
 * that of the schedule, so that what they refuse is exact.
 */
export async function bucketsPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const population = contiguous(params.skus);
  const scene = await lab.stage.scene(population);
  try {
    const funnel = await scene.funnel({ defence: plainDefences.none, random: lab.random('ttl') });
    const results: Result[] = [];
    for (const [clients, addresses] of settings(params)) {
      await scene.clearKeys();
      const events = schedule(clients, addresses, lab, params);
      const endAudit = await beginAudit(scene, [funnel]);
      const counts = await play(events, funnel, lab);
      const audit = await endAudit(counts.normalPassed + counts.attackPassed);
      const { gets, selects, lawsBroken } = audit;
      const row = { pass: 'buckets', clients, addresses, ...counts, gets, selects, lawsBroken };
      results.push({ row });
    }
    return results;
  } finally {
    await scene.close();
  }
}

function settings({ attackers }: Parameters): (readonly [number, Addresses])[] {
  return [...attackers.map((clients) => [clients, 'own'] as const), [attackers[0]!, 'shared']];
}

/** The requests of visitors and of the attack, in the order of their times. */
function schedule(clients: number, addresses: Addresses, lab: Lab, params: Parameters): Event[] {
  const { range, attackPerSecond, attackSeconds } = params;
  const attack = randomTraffic(lab.random('attack'), range);
  const attacked = Array.from({ length: attackPerSecond * attackSeconds }, (_, index) => ({
    atSeconds: index / attackPerSecond,
    client: `attacker ${index % clients}`,
    normal: false,
    id: attack(),
  }));
  const events = [...visits(addresses, lab, params), ...attacked];
  return events.toSorted((a, b) => a.atSeconds - b.atSeconds);
}

/** The same pages and products whoever attacks and wherever they come from. */
function visits(addresses: Addresses, lab: Lab, { skus, attackSeconds }: Parameters): Event[] {
  const chance = lab.random('visits');
  const product = zipfianTraffic(lab.random('products'), contiguous(skus));
  const pause = () => -Math.log(1 - chance.float()) / visitors.pagesPerSecond;
  const events: Event[] = [];
  for (let visitor = 0; visitor < visitors.count; visitor++) {
    const client = addresses === 'own' ? `visitor ${visitor}` : 'the office';
    for (let atSeconds = pause(); atSeconds < attackSeconds; atSeconds += pause()) {
      const products = 1 + chance.below(visitors.mostProducts);
      for (let i = 0; i < products; i++) {
        events.push({ atSeconds, client, normal: true, id: product() });
      }
    }
  }
  return events;
}

async function play(events: readonly Event[], funnel: Funnel, lab: Lab) {
  const buckets = new TokenBuckets(limit);
  const counts = { normalPassed: 0, normalRefused: 0, attackPassed: 0, attackRefused: 0 };
  let wrong404s = 0;
  let attackSelects = 0;
  for (const { atSeconds, client, normal, id } of events) {
    lab.signal.throwIfAborted();
    const passes = buckets.take(client, atSeconds);
    counts[`${normal ? 'normal' : 'attack'}${passes ? 'Passed' : 'Refused'}`]++;
    if (!passes) continue;
    const { outcome } = await funnel.detail(id);
    const atMysql = outcome === 'db-hit' || outcome === 'db-miss';
    if (!normal && atMysql) attackSelects++;
    if (normal && outcome === 'db-miss') wrong404s++;
  }
  return { ...counts, wrong404s, attackSelects, remembered: buckets.size };
}
