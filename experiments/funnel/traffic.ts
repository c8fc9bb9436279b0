import { BloomFilter } from '../../src/filters/bloom.ts';
import { articleFilter } from '../../src/funnel/defences.ts';
import { contiguous, type Population, withHoles } from '../../src/workload/population.ts';
import type { Random } from '../../src/workload/random.ts';
import {
  holesTraffic,
  mixTraffic,
  randomTraffic,
  requests,
  zipfianTraffic,
} from '../../src/workload/traffic.ts';
import { type Asked, absentId, askedBy } from '../asked.ts';
import type { Parameters, TrafficName, WalkName } from './plan.ts';

/** The share of normal requests in the mix; the rest is a random attack. */
const normalShare = 0.7;

/** What a cell asks for, and of which table. */
interface AskedOf extends Asked {
  /** The ids that the table holds before the cell begins. */
  readonly population: Population;
}

export function trafficOf(
  traffic: TrafficName | WalkName,
  count: number,
  params: Parameters,
  random: Random,
): AskedOf {
  const population = traffic === 'holes' ? withHoles(params.skus) : contiguous(params.skus);
  const wanted = { ...params, population, requests: count };
  switch (traffic) {
    case 'repeat':
    case 'random':
    case 'deleted':
      return { population, ...askedBy(traffic, wanted, random) };
    default:
      return { population, deleted: [], ids: ownTraffic(traffic, wanted, random) };
  }
}

type OwnTraffic = Exclude<TrafficName | WalkName, 'repeat' | 'random' | 'deleted'>;

function ownTraffic(
  traffic: OwnTraffic,
  { population, range, requests: count }: Parameters & { readonly population: Population },
  random: Random,
): Float64Array {
  switch (traffic) {
    case 'holes':
      return requests(holesTraffic(random, population), count);
    case 'mix': {
      const normal = { traffic: zipfianTraffic(random, population), weight: normalShare };
      const attack = { traffic: randomTraffic(random, range), weight: 1 - normalShare };
      return requests(mixTraffic(random, [normal, attack]), count);
    }
    case 'one absent id, 100 times':
      return new Float64Array(100).fill(absentId(population));
    case 'the id after the last, twice':
      return new Float64Array(2).fill(population.maxId + 1);
    case 'a thousand absent ids, once':
      return Float64Array.from({ length: 1_000 }, (_, index) => absentId(population) + 1 + index);
    case 'the false positives, twice': {
      const passing = falsePositives(population, range);
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
