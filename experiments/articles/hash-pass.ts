import { rateFromFill } from '../../src/filters/theory.ts';
import { SchemeFilter } from '../../src/hashing/filter.ts';
import {
  murmurScheme,
  otherSchemes,
  type Scheme,
  s0Schemes,
  s3Schemes,
} from '../../src/hashing/schemes.ts';
import { idsFrom, randomSides, type Sides } from '../../src/hashing/streams.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { stable } from '../rows.ts';

/** S3's filter for integers: `intFilter(10000, 0.001)`, as its constructor sizes it. */
const intFilter = { bits: 143_808, hashes: 10 };
const intFilterIds = 10_000;

/**
 * Absent keys that each filter is asked for, in every preset: of an enumeration under std::hash the
 * first ten thousands behave, and only then does its pattern meet that of the members.
 */
const probes = 400_000;

/** Members 0, 1, 2, …, and absent ids beyond them that are enumerated just so. */
const enumerated = (): Sides => ({ members: idsFrom(0n), probes: idsFrom(110_000n) });

interface Case {
  readonly scheme: Scheme;
  readonly keys: 'enumerated' | 'random';
  readonly n: number;
}

const { v3Integers } = s3Schemes;
const { independent } = otherSchemes;

const cases: readonly Case[] = [
  { scheme: v3Integers, keys: 'enumerated', n: intFilterIds },
  { scheme: murmurScheme, keys: 'enumerated', n: intFilterIds },
  { scheme: s0Schemes.s0, keys: 'enumerated', n: intFilterIds },
  { scheme: independent, keys: 'enumerated', n: intFilterIds },
  { scheme: v3Integers, keys: 'random', n: intFilterIds },
  { scheme: independent, keys: 'enumerated', n: 2 * intFilterIds },
];

/** One filter under good and poor hashes, patterned and random keys, and too many of them. */
export function hashPass(lab: Lab): Result[] {
  return [...cases.map((one) => caseRow(one, lab)), fortyTwo()];
}

function caseRow({ scheme, keys, n }: Case, lab: Lab): Result {
  const filter = new SchemeFilter(scheme, intFilter);
  const sides = () => (keys === 'random' ? randomSides(lab.random('random'), 31) : enumerated());
  const [once, again] = [sides(), sides()];
  filter.addFrom(once.members, n);
  const fp = filter.countFrom(once.probes, probes);
  const row = {
    ...{ pass: 'hash', scheme: scheme.name, keys, n, ...intFilter },
    ...{ probes, fp, fn: n - filter.countFrom(again.members, n) },
    ...{ rate: fp / probes, ...clopperPearson(fp, probes) },
    fromFill: stable(rateFromFill(intFilter, filter.bitsSet)),
  };
  return { row };
}

/** The article's example: 42 is added, 42 and 100 are asked for. */
function fortyTwo(): Result {
  const filter = new SchemeFilter(v3Integers, intFilter);
  filter.add(42n);
  return { row: { pass: '42', has42: filter.has(42n), has100: filter.has(100n) } };
}
