import type { Lab } from '../../src/lab/experiment.ts';
import { distinctAbsent, distinctPresent } from '../../src/workload/absent.ts';
import { contiguous, type Population } from '../../src/workload/population.ts';
import { requests, type Traffic } from '../../src/workload/traffic.ts';
import { hotIds, type Parameters, requestsOf } from './plan.ts';

/** The largest id that is asked for, as in article S0. */
const range = 10_000_000;

export interface Requests {
  readonly population: Population;
  readonly ids: Float64Array;
  /** Ids that are asked for again and again; to be warmed. */
  readonly hot: readonly number[];
  /** Present ids that are not asked for. */
  readonly spare: readonly number[];
}

/** The next of some ids that are there once each. */
function each(ids: Iterable<number>): Traffic {
  const next = ids[Symbol.iterator]();
  return () => next.next().value as number;
}

/** One of each stream, and again. */
function inTurn(streams: readonly Traffic[]): Traffic {
  let next = 0;
  return () => streams[next++ % streams.length]!();
}

/**
 * Two fifths hot ids, one fifth ids that are asked for once and must come from MySQL, two fifths
 * absent ids; in turn, so that even a short fault meets all of them.
 */
export function mixedRequests(lab: Lab, params: Parameters): Requests {
  const population = contiguous(params.skus);
  const count = requestsOf(params);
  const present = distinctPresent(population, hotIds + count, lab.random('present'));
  const hot = present.slice(0, hotIds);
  const random = lab.random('hot');
  const colds = Math.ceil(count / 5);
  const [anyHot, cold, absent] = [
    () => hot[random.below(hotIds)]!,
    each(present.slice(hotIds, hotIds + colds)),
    each(distinctAbsent(population, range, lab.random('absent'))),
  ];
  const ids = requests(inTurn([anyHot, absent, cold, anyHot, absent]), count);
  return { population, ids, hot, spare: present.slice(hotIds + colds) };
}

/** Present and absent ids in turn, each asked for once. */
export function onceRequests(lab: Lab, { skus }: Parameters, count: number): Requests {
  const population = contiguous(skus);
  const present = each(distinctPresent(population, count, lab.random('present')));
  const absent = each(distinctAbsent(population, range, lab.random('absent')));
  return { population, ids: requests(inTurn([present, absent]), count), hot: [], spare: [] };
}
