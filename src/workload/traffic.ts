import { usageError } from '../errors.ts';
import { permutation } from './permutation.ts';
import type { Population } from './population.ts';
import type { Random } from './random.ts';
import { zipf } from './zipf.ts';

/** An endless seeded stream of requested ids: each call gives the next one. */
export type Traffic = () => number;

/** The next `count` ids of a stream, made before the clock starts. */
export function requests(traffic: Traffic, count: number): Float64Array {
  return new Float64Array(count).map(() => traffic());
}

/** One id again and again. */
export function repeatTraffic(id: number): Traffic {
  return () => id;
}

/** Uniform over 1 … `maxId`: mostly ids that do not exist. */
export function randomTraffic(random: Random, maxId: number): Traffic {
  if (!Number.isSafeInteger(maxId) || maxId < 1) {
    throw usageError(`maxId is ${maxId}; it must be an integer of at least 1`);
  }
  return () => 1 + random.below(maxId);
}

/** Uniform over ids that were deleted: the filter still knows them, the table does not. */
export function deletedTraffic(random: Random, deleted: readonly number[]): Traffic {
  if (deleted.length === 0) throw usageError('deleted is empty; it must hold at least one id');
  return () => deleted[random.below(deleted.length)]!;
}

/**
 * Ids that exist, the id of rank r with weight r^-exponent. The ranks are scattered over the ids,
 * so that hot ids are no neighbours in the table.
 */
export function zipfianTraffic(random: Random, population: Population, exponent = 0.99): Traffic {
  const draw = zipf(population.count, exponent, random);
  const place = permutation(population.count, random);
  return () => population.at(place(draw() - 1));
}

/** Uniform over the absent ids below the largest present one. */
export function holesTraffic(random: Random, population: Population): Traffic {
  if (population.count === population.maxId) {
    throw usageError(`population is ${population.name}; it must have holes`);
  }
  return () => {
    for (;;) {
      const id = 1 + random.below(population.maxId);
      if (!population.has(id)) return id;
    }
  };
}

/** A stream and its share of the requests, relative to the other parts. */
export interface MixPart {
  readonly traffic: Traffic;
  readonly weight: number;
}

/** Each request comes from one of the parts, chosen by weight. */
export function mixTraffic(random: Random, parts: readonly MixPart[]): Traffic {
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  if (!(total > 0 && total < Infinity) || parts.some((part) => part.weight < 0)) {
    const weights = parts.map((part) => part.weight).join(', ');
    throw usageError(`weights are ${weights}; they must be at least 0 and not all 0`);
  }
  return () => {
    let rest = random.float() * total;
    for (const part of parts) {
      if (rest < part.weight) return part.traffic();
      rest -= part.weight;
    }
    // Rounding can leave a crumb behind the last part.
    return parts.findLast((part) => part.weight > 0)!.traffic();
  };
}
