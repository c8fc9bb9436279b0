import {
  brokenLaws,
  conservation,
  type LawfulStats,
  type ServerCounts,
} from '../funnel/conservation.ts';
import type { FunnelStats } from '../funnel/funnel.ts';
import { noOutcomes, type OutcomeCounts, outcomes } from '../funnel/outcomes.ts';
import type { Counts, Scene } from './scene.ts';

/** A funnel of this process, or one that tells its counters from another. */
export interface Counted {
  stats(): FunnelStats | Promise<FunnelStats>;
}

/** What funnels and servers counted between the beginning of an audit and its end. */
export interface Audit extends ServerCounts {
  readonly outcomes: OutcomeCounts;
  readonly joined: number;
  readonly expired: number;
  readonly before: Counts;
  readonly after: Counts;
  /** The laws of conservation that do not hold, in words; `''` where all do. */
  readonly lawsBroken: string;
}

/** `lawsBroken`, where others used the servers too. */
export const notComparable = 'not comparable: other clients were seen';

/**
 * Begins to hold the counters of `funnels` against those of the servers of `scene`. All funnels
 * have been opened, and no request is under way, when it is called and when it ends.
 * @returns the end of the audit, called with the number of requests that were sent meanwhile
 */
export async function beginAudit(
  scene: Scene,
  funnels: readonly Counted[],
): Promise<(requests: number) => Promise<Audit>> {
  const othersSeen = await scene.watchOthers();
  const statsBefore = await totals(funnels);
  const before = await scene.counts();
  return async (requests) => {
    const after = await scene.counts();
    const stats = minus(await totals(funnels), statsBefore);
    const seen = {
      gets: after.gets - before.gets,
      sets: after.sets - before.sets,
      selects: after.selects - before.selects,
    };
    const broken = brokenLaws(conservation(requests, stats, seen));
    return {
      gets: seen.gets,
      sets: seen.sets - stats.maintenance.sets,
      selects: seen.selects - stats.maintenance.selects,
      outcomes: stats.outcomes,
      joined: stats.joined,
      expired: after.expired - before.expired,
      before,
      after,
      lawsBroken: (await othersSeen()) ? notComparable : broken,
    };
  };
}

async function totals(funnels: readonly Counted[]): Promise<LawfulStats> {
  const all = await Promise.all(funnels.map((funnel) => funnel.stats()));
  return all.reduce<LawfulStats>((sum, stats) => combine(sum, stats, (a, b) => a + b), nothing);
}

function minus(after: LawfulStats, before: LawfulStats): LawfulStats {
  return combine(after, before, (a, b) => a - b);
}

const nothing: LawfulStats = {
  outcomes: noOutcomes(),
  joined: 0,
  valuesWrittenBack: 0,
  sentinelsWrittenBack: 0,
  maintenance: { selects: 0, sets: 0 },
};

function combine(
  a: LawfulStats,
  b: LawfulStats,
  operate: (a: number, b: number) => number,
): LawfulStats {
  const each = outcomes.map((name) => [name, operate(a.outcomes[name], b.outcomes[name])]);
  return {
    outcomes: Object.fromEntries(each) as OutcomeCounts,
    joined: operate(a.joined, b.joined),
    valuesWrittenBack: operate(a.valuesWrittenBack, b.valuesWrittenBack),
    sentinelsWrittenBack: operate(a.sentinelsWrittenBack, b.sentinelsWrittenBack),
    maintenance: {
      selects: operate(a.maintenance.selects, b.maintenance.selects),
      sets: operate(a.maintenance.sets, b.maintenance.sets),
    },
  };
}
