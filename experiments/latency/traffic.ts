import type { Lab } from '../../src/lab/experiment.ts';
import { distinctAbsent } from '../../src/workload/absent.ts';
import { contiguous, type Population, withHoles } from '../../src/workload/population.ts';
import type { Random } from '../../src/workload/random.ts';
import { holesTraffic, requests, zipfianTraffic } from '../../src/workload/traffic.ts';
import type { Level, Parameters, TableName } from './plan.ts';

/** Before a point is measured so much of its normal traffic is sent: the cache is not empty then. */
const warmShare = 1.5;

/** More than any flood gets answered in a millisecond. */
export const floodIdsPerMs = 40;

/** What is asked for in one round: the same of every defence. */
export interface RoundTraffic {
  readonly warm: Float64Array;
  readonly normal: Float64Array;
  readonly attack: Float64Array;
}

export function populationOf(table: TableName, { skus, holesSkus }: Parameters): Population {
  return table === 'fits' ? contiguous(skus) : withHoles(holesSkus);
}

export function roundTraffic(
  table: TableName,
  level: Level,
  population: Population,
  lab: Lab,
  params: Parameters,
): RoundTraffic {
  const { normalPerSecond, attackPerSecond, phaseMs, range } = params;
  const present = zipfianTraffic(lab.random('normal', level), population);
  const random = lab.random('attack', level);
  const attackRequests = {
    quiet: 0,
    steady: Math.floor((attackPerSecond * phaseMs) / 1_000),
    flood: floodIdsPerMs * phaseMs,
  }[level];
  const normalRequests = Math.floor((normalPerSecond * phaseMs) / 1_000);
  return {
    warm: requests(present, Math.floor(warmShare * normalRequests)),
    normal: requests(present, normalRequests),
    attack:
      table === 'fits'
        ? absentIds(population, range, random, attackRequests)
        : requests(holesTraffic(random, population), attackRequests),
  };
}

/** `count` different absent ids, or as many as there are. */
export function absentIds(
  population: Population,
  range: number,
  random: Random,
  count: number,
): Float64Array {
  const there = Math.min(Math.floor(count), range - population.count);
  const absent = distinctAbsent(population, range, random);
  return Float64Array.from({ length: there }, () => absent.next().value as number);
}
