import { forEachBlock, type IdStream } from '../hashing/streams.ts';
import { type Answers, countPassing } from './count-passing.ts';

/** A filter's members and the ids it is asked for, each with how many there are. */
export interface Question {
  readonly members: IdStream;
  readonly memberCount: number;
  readonly probes: IdStream;
  readonly probeCount: number;
}

/** FP and FP + TN, the absent probes that pass and all absent probes. */
export interface FalsePositives {
  readonly falsePositives: number;
  readonly absentProbes: number;
}

/**
 * Counts the absent probes that pass. A probe that is a member by chance is counted in neither
 * number; members pass, so it is enough to look for it among the probes that do.
 */
export function countFalsePositives(filter: Answers, question: Question): FalsePositives {
  const { members, memberCount, probes, probeCount } = question;
  const passing = new Map<bigint, number>();
  const hits = countPassing(filter, probes, probeCount, (id) => {
    passing.set(id, (passing.get(id) ?? 0) + 1);
  });
  let present = 0;
  forEachBlock(members, memberCount, (block) => {
    for (const id of block) {
      const times = passing.get(id);
      if (times === undefined) continue;
      present += times;
      // Members may repeat; each probe is to be taken out once.
      passing.delete(id);
    }
  });
  return { falsePositives: hits - present, absentProbes: probeCount - present };
}
