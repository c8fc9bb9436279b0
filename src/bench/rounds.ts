import { setImmediate } from 'node:timers/promises';
import { type MedianInterval, medianInterval } from '../stats/median.ts';
import { permutation } from '../workload/permutation.ts';
import type { Random } from '../workload/random.ts';
import type { Contender, Visit, Work } from './contender.ts';
import type { Expected } from './expected.ts';
import { workName } from './workloads.ts';

/** All rounds of one contender at one piece of work. */
export interface Measured {
  readonly contender: Contender;
  readonly work: Work;
  readonly visits: readonly Visit[];
}

export interface RoundOptions {
  readonly rounds: number;
  /** Names the order within each round. */
  readonly random: Random;
  readonly signal: AbortSignal;
  /** What the visits must count. */
  readonly expected: Expected;
}

/**
 * Measures everything once a round, so that a slow minute of the machine falls on all alike. For
 * each work the contenders take turns in an order that is drawn anew each round. Round 0 warms up
 * and is not kept. @throws Error as soon as one counts wrongly
 *
 * @param worksOf the works of a round, as many and of the same kinds in each
 */
export async function measureRounds(
  contenders: readonly Contender[],
  worksOf: (round: number) => readonly Work[],
  { rounds, random, signal, expected }: RoundOptions,
): Promise<Measured[]> {
  const first = worksOf(0);
  const all = first.map((work) =>
    contenders
      .filter((contender) => contender.can(work.operation))
      .map((contender) => ({ contender, work, visits: [] as Visit[] })),
  );
  for (let round = 0; round <= rounds; round++) {
    const works = round === 0 ? first : worksOf(round);
    for (const [index, side] of all.entries()) {
      const work = works[index]!;
      const place = permutation(side.length, random);
      for (let turn = 0; turn < side.length; turn++) {
        // A turn of the event loop, in which an interruption is noticed.
        await setImmediate();
        signal.throwIfAborted();
        const { contender, visits } = side[place(turn)]!;
        const visit = await contender.visit(work);
        const fault = expected.fault(contender.answers, work, visit);
        if (fault !== undefined) {
          throw new Error(`${contender.name} ${fault} (${workName(work)}, round ${round})`);
        }
        visits.push(visit);
      }
    }
  }
  return all.flat().map(({ visits, ...one }) => ({ ...one, visits: visits.slice(1) }));
}

/** Medians of the rounds: nanoseconds an id, and ratios to the reference of the same round. */
export interface Timing {
  readonly ns: MedianInterval;
  readonly ratio: MedianInterval;
}

/** @param reference the same work done by what all are compared with */
export function timing({ visits }: Measured, reference: Measured): Timing {
  const ns = visits.map((visit) => visit.ns);
  const ratios = ns.map((value, round) => value / reference.visits[round]!.ns);
  return { ns: medianInterval(ns)!, ratio: medianInterval(ratios)! };
}
