import { sizeFor } from '../filters/sizing.ts';
import { articleFilter } from '../funnel/defences.ts';
import type { Result } from '../lab/experiment.ts';
import { random } from '../workload/random.ts';
import type { Interruptible } from './cpp.ts';
import { Expected } from './expected.ts';
import { openField } from './field.ts';
import { measureRounds } from './rounds.ts';
import { timingRows } from './timing-rows.ts';
import { workloads } from './workloads.ts';

/** Article S0's filter: 500,000 ids at 0.1 %. */
export const articleShape = sizeFor(articleFilter.capacity, articleFilter.p);

export interface VariantsOptions extends Interruptible {
  /** Ids in the filter, from 1. */
  readonly members: number;
  /** Ids that a round asks for, at each share of present ones. */
  readonly asked: number;
  readonly rounds: number;
  readonly seed: string;
  /** The program of `compilePlain`, where there is a compiler. */
  readonly plain: string | undefined;
}

/**
 * Every way to ask article S0's filter, and everything that could stand in its place: a row for
 * each of them and each work. To be called in a process that has made no filter yet: where V8 has
 * seen several, it compiles the calls of ours for all of them, and a single call takes longer.
 */
export async function measureVariants({ plain, ...options }: VariantsOptions): Promise<Result[]> {
  const { members, asked, rounds, seed, signal } = options;
  const { capacity, p: rate } = articleFilter;
  const comparison = { shape: articleShape, capacity, rate, members };
  const field = await openField(comparison, plain, { signal });
  try {
    const ids = random(seed, 'speed', 'ids');
    const measured = await measureRounds(field.contenders, () => workloads(members, asked, ids), {
      rounds,
      random: random(seed, 'speed', 'order'),
      signal,
      expected: new Expected(comparison),
    });
    return timingRows(measured, field, members);
  } finally {
    field.close();
  }
}
