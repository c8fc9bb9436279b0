import { distinctPresent } from '../src/workload/absent.ts';
import type { Population } from '../src/workload/population.ts';
import type { Random } from '../src/workload/random.ts';
import {
  deletedTraffic,
  randomTraffic,
  repeatTraffic,
  requests,
  zipfianTraffic,
} from '../src/workload/traffic.ts';

/** What is asked for; made before the clock starts. */
export interface Asked {
  /** Rows that are deleted once the filters are built; none but for `deleted` traffic. */
  readonly deleted: readonly number[];
  /** The requested ids in their order. */
  readonly ids: Float64Array;
}

interface Wanted {
  readonly population: Population;
  /** Largest id that `random` asks for. */
  readonly range: number;
  /** Rows that `deleted` deletes and then asks for. */
  readonly deleted: number;
  readonly requests: number;
}

/** The id that `repeat` asks for: a little above the last one, which an insert would take. */
export function absentId({ maxId }: Population): number {
  return maxId + 100;
}

/** The requests of the traffics that experiments have in common. */
export function askedBy(
  traffic: 'repeat' | 'random' | 'zipfian' | 'deleted',
  { population, range, deleted: count, requests: length }: Wanted,
  chance: Random,
): Asked {
  switch (traffic) {
    case 'repeat':
      return { deleted: [], ids: requests(repeatTraffic(absentId(population)), length) };
    case 'random':
      return { deleted: [], ids: requests(randomTraffic(chance, range), length) };
    case 'zipfian':
      return { deleted: [], ids: requests(zipfianTraffic(chance, population), length) };
    case 'deleted': {
      const deleted = distinctPresent(population, count, chance);
      return { deleted, ids: requests(deletedTraffic(chance, deleted), length) };
    }
  }
}
