import { plainDefences } from '../../src/funnel/defences.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import type { Lab } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { mixTraffic, requests } from '../../src/workload/traffic.ts';
import { Lives } from './lives.ts';
import { floodVariants, type Parameters } from './plan.ts';
import { Tally } from './tally.ts';
import type { Variant } from './variants.ts';

/** A funnel and the lives of what it writes. */
interface Store {
  readonly funnel: Funnel;
  readonly lives: Lives;
}

/** A group of ids, what it is asked through and what becomes of its requests. */
export interface Line extends Store {
  readonly variant: Variant;
  readonly tally: Tally;
}

/** The groups of the flood; those whose entries are alike share a funnel. */
export async function openLines(scene: Scene, lab: Lab, params: Parameters): Promise<Line[]> {
  const window = { fromNs: params.warmUpSeconds * 1e9, toNs: params.seconds * 1e9 };
  const stores = new Map<string, Store>();
  const lines: Line[] = [];
  for (const variant of floodVariants(params)) {
    const { group, baseSeconds, jitter } = variant;
    const name = `${group === 'present' ? 'value' : 'sentinel'}-${baseSeconds}-${jitter}`;
    const store = stores.get(name) ?? (await openStore(scene, lab, name, variant));
    stores.set(name, store);
    lines.push({ variant, ...store, tally: new Tally(window) });
  }
  return lines;
}

async function openStore(
  scene: Scene,
  lab: Lab,
  name: string,
  { baseSeconds, jitter }: Variant,
): Promise<Store> {
  const lives = new Lives({ baseSeconds, jitter, now: lab.now });
  const funnel = await scene.funnel({
    defence: plainDefences.sentinel,
    random: lives.watch(lab.random('ttl', name)),
    cache: { sentinelTtlSeconds: baseSeconds, valueTtlSeconds: baseSeconds, jitter },
  });
  return { funnel, lives };
}

/** Requests a second of all groups together. */
export function totalRate(lines: readonly Line[]): number {
  return lines.reduce((sum, { variant }) => sum + variant.ratePerSecond, 0);
}

/** Each request is for a group by chance, so that the arrivals at every id are Poisson too. */
export function floodIds(lines: readonly Line[], lab: Lab, { seconds }: Parameters): Float64Array {
  const random = lab.random('traffic');
  const parts = lines.map(({ variant: { firstId, ids, ratePerSecond } }) => ({
    traffic: () => firstId + random.below(ids),
    weight: ratePerSecond,
  }));
  return requests(mixTraffic(random, parts), Math.round(seconds * totalRate(lines)));
}
