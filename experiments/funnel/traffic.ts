import { BloomFilter } from '../../src/filters/bloom.ts';
import { articleFilter } from '../../src/funnel/defences.ts';
import { distinctPresent } from '../../src/workload/absent.ts';
import { contiguous, type Population, withHoles } from '../../src/workload/population.ts';
import type { Random } from '../../src/workload/random.ts';
import {
  deletedTraffic,
  holesTraffic,
  mixTraffic,
  randomTraffic,
  repeatTraffic,
  requests,
  zipfianTraffic,
} from '../../src/workload/traffic.ts';
import type { Parameters, TrafficName, WalkName } from './plan.ts';

/** The share of normal requests in the mix; the rest is a random attack. */
const normalShare = 0.7;

/** What a cell asks for, and of which table; made before the clock starts. */
interface Asked {
  /** The ids that the table holds before the cell begins. */
  readonly population: Population;
  /** Rows that are deleted once the filters are built; none but for `deleted` traffic. */
  readonly deleted: readonly number[];
  /** The requested ids in their order. */
  readonly ids: Float64Array;
}

export function trafficOf(
  traffic: TrafficName | WalkName,
  count: number,
  params: Parameters,
  random: Random,
): Asked {
  const population = traffic === 'holes' ? withHoles(params.skus) : contiguous(params.skus);
  const deleted = traffic === 'deleted' ? distinctPresent(population, params.deleted, random) : [];
  const wanted = { traffic, population, deleted, requests: count, params, random };
  return { population, deleted, ids: requestsFor(wanted) };
}

interface Wanted extends Omit<Asked, 'ids'> {
  readonly traffic: TrafficName | WalkName;
  readonly requests: number;
  readonly params: Parameters;
  readonly random: Random;
}

function requestsFor(wanted: Wanted): Float64Array {
  const { traffic, population, deleted, params, random } = wanted;
  const absent = population.maxId + 100;
  switch (traffic) {
    case 'repeat':
      return requests(repeatTraffic(absent), wanted.requests);
    case 'random':
      return requests(randomTraffic(random, params.range), wanted.requests);
    case 'deleted':
      return requests(deletedTraffic(random, deleted), wanted.requests);
    case 'holes':
      return requests(holesTraffic(random, population), wanted.requests);
    case 'mix': {
      const normal = { traffic: zipfianTraffic(random, population), weight: normalShare };
      const attack = { traffic: randomTraffic(random, params.range), weight: 1 - normalShare };
      return requests(mixTraffic(random, [normal, attack]), wanted.requests);
    }
    case 'one absent id, 100 times':
      return new Float64Array(100).fill(absent);
    case 'the id after the last, twice':
      return new Float64Array(2).fill(population.maxId + 1);
    case 'a thousand absent ids, once':
      return Float64Array.from({ length: 1_000 }, (_, index) => absent + 1 + index);
    case 'the false positives, twice': {
      const passing = falsePositives(population, params.range);
      return Float64Array.from([...passing, ...passing]);
    }
  }
}

/** The absent ids up to `range` that the article's filter lets through: a census, not a sample. */
function falsePositives(population: Population, range: number): number[] {
  const filter = BloomFilter.forCapacity(
    Math.max(articleFilter.capacity, population.count),
    articleFilter.p,
  );
  for (let index = 0; index < population.count; index++) filter.add(population.at(index));
  if (population.maxId >= range) return [];
  return filter.findRange(population.maxId + 1, range, 100_000).map(Number);
}
