import type { Random } from '../workload/random.ts';
import type { Work } from './contender.ts';

/** Shares of present ids that are asked for. */
const presentShares = [0, 0.25, 0.5, 0.75, 1];

/** Absent ids are drawn up to this one, which an enumeration reaches in no time. */
export const largestId = 10_000_000;

/**
 * Everything that is timed for a filter that holds the ids 1 … `members`: `asked` random ids for
 * each share of present ones, building, and a scan of absent ids one after the other.
 */
export function workloads(members: number, asked: number, random: Random): Work[] {
  const absent = () => members + 1 + random.below(largestId - members);
  const present = () => 1 + random.below(members);
  const first = members + 1 + random.below(largestId - members - asked);
  return [
    ...presentShares.map((presentShare): Work => {
      const draw = () => (random.float() < presentShare ? present() : absent());
      return { operation: 'ask', presentShare, ids: Uint32Array.from({ length: asked }, draw) };
    }),
    { operation: 'build', ids: firstIds(members) },
    { operation: 'scan', from: first, to: first + asked - 1 },
  ];
}

/** The ids 1 … n. */
export function firstIds(n: number): Uint32Array {
  return Uint32Array.from({ length: n }, (_, index) => index + 1);
}

/** `25 % present`, `build`, `scan`. */
export function workName(work: Work): string {
  return work.operation === 'ask' ? `${100 * work.presentShare} % present` : work.operation;
}
