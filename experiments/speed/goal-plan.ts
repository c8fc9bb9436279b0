import type { Job } from './job.ts';

/** What is measured in a process of its own, once in each run of `bench --goals`. */
export interface GoalPass {
  readonly pass: Job['pass'];
  readonly title: string;
  /** Expected seconds, for the remaining time. */
  readonly seconds: number;
  /** Whether it says nothing without plain C++. */
  readonly needsPlain: boolean;
}

/** @param rounds of all variants, and of asking the large filter */
export function goalPasses(rounds: number): GoalPass[] {
  return [
    {
      ...{ pass: 'variants', title: 'every way to call the filter, and its rivals' },
      ...{ seconds: 4 + 1.2 * rounds, needsPlain: false },
    },
    {
      ...{ pass: 'readers', title: 'two readers over one shared memory' },
      ...{ seconds: 1 + 0.08 * rounds, needsPlain: false },
    },
    {
      ...{ pass: 'rejections', title: 'what ends in the funnel’s filter' },
      ...{ seconds: 0.7 + 0.05 * rounds, needsPlain: false },
    },
    { pass: 'large', title: 'a filter of 171 MiB', seconds: 25, needsPlain: true },
    { pass: 'scan', title: 'the scan up to 10^9', seconds: 10, needsPlain: true },
  ];
}
