import type { Shape } from '../filters/sizing.ts';
import { clopperPearson } from '../stats/clopper-pearson.ts';
import type { Visit, Work } from './contender.ts';
import { LimbFilter } from './limb-filter.ts';
import type { Answers } from './variant.ts';
import { firstIds } from './workloads.ts';

/** The sets that are compared: a shape made for `rate`, which holds the ids 1 … `members`. */
export interface Comparison {
  readonly shape: Shape;
  readonly rate: number;
  readonly members: number;
}

/** A sound filter of another scheme is called wrong once in a million visits. */
const confidence = 1 - 1e-6;

/** Judges what a visit counted: whoever is fast by answering wrongly is to be found out. */
export class Expected {
  readonly #comparison: Comparison;
  readonly #counts = new WeakMap<Work, Map<string, number>>();
  #made: LimbFilter | undefined;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  /** What is wrong with a count, in words; `undefined` for a right one. */
  fault(answers: Answers, work: Work, { ids, count }: Visit): string | undefined {
    if (answers === 'nothing') return undefined;
    if (work.operation === 'build') {
      return count === ids ? undefined : `added ${count} of ${ids} ids`;
    }
    const { members, rate } = this.#comparison;
    const present = this.#count('present', work, ids, (id) => id <= members);
    if (answers === 'rate') {
      const { low } = clopperPearson(Math.max(0, count - present), ids - present, confidence);
      if (count >= present && low <= rate) return undefined;
      return `found ${count} where ${present} are present and ${rate} of the others may pass`;
    }
    const right =
      answers === 'exact'
        ? present
        : this.#count('passing', work, ids, (id) => this.#filter.has(id));
    return count === right ? undefined : `found ${count} instead of ${right}`;
  }

  /** Made when it is needed: for a large filter it takes long. */
  get #filter(): LimbFilter {
    if (this.#made === undefined) {
      this.#made = new LimbFilter(this.#comparison.shape);
      for (const id of firstIds(this.#comparison.members)) this.#made.add(id);
    }
    return this.#made;
  }

  /** How many of the first `asked` ids of a work are in a set; counted once. */
  #count(of: string, work: Work, asked: number, isIn: (id: number) => boolean): number {
    const known = this.#counts.get(work) ?? new Map<string, number>();
    this.#counts.set(work, known);
    const key = `${of} of ${asked}`;
    const count = known.get(key) ?? countAsked(work, asked, isIn);
    known.set(key, count);
    return count;
  }
}

function countAsked(work: Work, asked: number, isIn: (id: number) => boolean): number {
  if (work.operation === 'scan') {
    let count = 0;
    for (let id = work.from; id <= work.to; id++) if (isIn(id)) count++;
    return count;
  }
  return work.ids.subarray(0, asked).reduce((count, id) => count + (isIn(id) ? 1 : 0), 0);
}
