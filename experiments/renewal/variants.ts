/** A group of ids that is asked for at a rate of its own, with lives of its own. */
export interface Variant {
  /** What is changed against the others: the ids, the jitter, the TTL … */
  readonly group: 'range' | 'jitter' | 'ttl' | 'unlimited' | 'again and again' | 'present';
  readonly baseSeconds: number;
  readonly jitter: number;
  readonly ids: number;
  readonly firstId: number;
  readonly ratePerSecond: number;
}

/** λT of the groups that differ by their ids; 0.75 and 0.075 are article S1's attack, see below. */
const loads = [0.075, 0.25, 0.75, 2.5, 7.5] as const;

/**
 * 10,000 requests a second for 10^6 ids whose sentinels live 75 s on average. Here 75 s are 2.5 s,
 * and the ids are as many fewer as the rate is lower, so that λT is the same.
 */
const articleLoad = 0.75;

/** Share of the ids 1 … 10^6 that exist with 200,000 SKUs. */
const presentShare = 0.2;

/** Groups are as far apart, so that an id tells its group; the first one is the table's. */
const spanIds = 1e9;

const articleTtl = { baseSeconds: 2, jitter: 0.5 };
const meanTtlSeconds = 2.5;

/** All groups, each at `rate` requests a second but the present ids, which have their share. */
export function variantsOf(rate: number, skus: number): Variant[] {
  const idsFor = (load: number) => Math.max(1, Math.round((rate * meanTtlSeconds) / load));
  const ids = idsFor(articleLoad);
  const groups: Pick<Variant, 'group' | 'baseSeconds' | 'jitter' | 'ids'>[] = [
    ...loads.map((load) => ({ group: 'range' as const, ...articleTtl, ids: idsFor(load) })),
    ...[0, 1].map((jitter) => ({ group: 'jitter' as const, baseSeconds: 2, jitter, ids })),
    ...[1, 4].map((baseSeconds) => ({ group: 'ttl' as const, baseSeconds, jitter: 0.5, ids })),
    { group: 'unlimited', ...articleTtl, ids: spanIds },
    {
      group: 'again and again',
      baseSeconds: 1,
      jitter: 0,
      ids: Math.max(1, Math.round(rate / 15)),
    },
  ];
  const absent = groups.map((group, index) => ({
    ...group,
    firstId: (index + 1) * spanIds,
    ratePerSecond: rate,
  }));
  const relative = presentShare / (1 - presentShare);
  const present: Variant = {
    ...{ group: 'present', baseSeconds: 4, jitter: 0.5, firstId: 1 },
    ids: Math.min(skus, Math.max(1, Math.round(ids * relative))),
    ratePerSecond: rate * relative,
  };
  return [present, ...absent];
}

/** The place among the groups of {@link variantsOf} of the one that `id` belongs to. */
export function placeOf(id: number): number {
  return Math.floor(id / spanIds);
}
