/** How one request ended; exactly one each. */
export const outcomes = [
  'invalid',
  'filter-reject',
  'sentinel-hit',
  'cache-hit',
  'db-hit',
  'db-miss',
  'error',
] as const;

export type Outcome = (typeof outcomes)[number];

/** Requests by outcome. */
export type OutcomeCounts = Record<Outcome, number>;

/** Counters that start at zero. */
export function noOutcomes(): OutcomeCounts {
  return Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as OutcomeCounts;
}

/** The number of requests: every one has exactly one outcome. */
export function requestsOf(counts: OutcomeCounts): number {
  return outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
}
