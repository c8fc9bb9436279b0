import { bitFlips, hashBuckets } from '../../src/hashing/mixing.ts';
import { type Scheme, s0Schemes } from '../../src/hashing/schemes.ts';
import { idsFrom, randomIds } from '../../src/hashing/streams.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { stable } from '../rows.ts';

const flippedIds = 10_240;
const countedIds = 1_024_000;

/** Avalanche over random ids, and chi-square over the ids 1, 2, 3, …, with the mixer and without. */
export function mixersPass(lab: Lab): Result[] {
  return [s0Schemes.s0, s0Schemes.noMixer].map((scheme) => ({
    row: {
      pass: 'mixers',
      scheme: scheme.name,
      ...avalanche(scheme, lab),
      chiSquareLow: chiSquare(scheme, 0),
      chiSquareHigh: chiSquare(scheme, 54),
    },
  }));
}

/** Over the 4096 pairs of an id's bit and a hash's bit: how often the one flips the other. */
function avalanche(scheme: Scheme, lab: Lab): Row {
  const flips = [...bitFlips(scheme, randomIds(lab.random('flips')), flippedIds)];
  const shares = flips.map((count) => count / flippedIds);
  return {
    flippedIds,
    flipMean: stable(shares.reduce((sum, share) => sum + share, 0) / shares.length),
    flipLeast: stable(Math.min(...shares)),
    flipMost: stable(Math.max(...shares)),
  };
}

/** Of ten bits of the hashes, from `shift` on, against equal shares; 1023 degrees of freedom. */
function chiSquare(scheme: Scheme, shift: number): number {
  const expected = countedIds / 1024;
  const buckets = hashBuckets(scheme, idsFrom(1n), countedIds, shift);
  return stable(buckets.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0));
}
