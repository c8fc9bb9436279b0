import type { FunnelStats } from './funnel.ts';
import { requestsOf } from './outcomes.ts';

/** What the servers themselves counted while the funnel ran: deltas of their meters. */
export interface ServerCounts {
  readonly gets: number;
  readonly sets: number;
  readonly selects: number;
}

/** The counters of a funnel that the laws speak of. */
export type LawfulStats = Pick<
  FunnelStats,
  'outcomes' | 'joined' | 'valuesWrittenBack' | 'sentinelsWrittenBack' | 'maintenance'
>;

/** One law of conservation; it holds where `measured` equals `expected`. */
export interface Law {
  readonly name: string;
  readonly measured: number;
  readonly expected: number;
}

/**
 * Every request has one outcome, and every outcome has its price at the servers. Exact where no
 * fault was injected and nobody else used the servers; what no request sent is taken off.
 * `requests` is the driver's own count, so that a lost or doubled answer shows.
 */
export function conservation(requests: number, stats: LawfulStats, seen: ServerCounts): Law[] {
  const { outcomes, joined, maintenance } = stats;
  const freshLoads = outcomes['db-hit'] + outcomes['db-miss'] - joined;
  return [
    {
      name: 'requests = sum of outcomes',
      measured: requestsOf(outcomes),
      expected: requests,
    },
    {
      name: 'GETs = requests - invalid - filter-reject',
      measured: seen.gets,
      expected: requests - outcomes.invalid - outcomes['filter-reject'],
    },
    {
      name: 'SELECTs = db-hit + db-miss - joined',
      measured: seen.selects - maintenance.selects,
      expected: freshLoads,
    },
    {
      name: 'SETs = fresh loads written back',
      measured: seen.sets - maintenance.sets,
      expected: stats.valuesWrittenBack + stats.sentinelsWrittenBack,
    },
  ];
}

/** The laws that do not hold, in words: `GETs: 7, not 8; …`; `''` where all do. */
export function brokenLaws(laws: readonly Law[]): string {
  return laws
    .filter(({ measured, expected }) => measured !== expected)
    .map(({ name, measured, expected }) => `${name}: ${measured}, not ${expected}`)
    .join('; ');
}
