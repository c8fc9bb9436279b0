import { BloomFilter } from '../../src/filters/bloom.ts';
import { sizeFor } from '../../src/filters/sizing.ts';
import { SchemeFilter } from '../../src/hashing/filter.ts';
import { keyedSchemes, type Scheme, s0Schemes } from '../../src/hashing/schemes.ts';
import { idsFrom, xored } from '../../src/hashing/streams.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { stable } from '../rows.ts';
import { askOne } from './measure.ts';
import type { Parameters } from './plan.ts';

/** S0 keeps the hashes of x and of x xor this: swapped. */
const swap = 0x94d049bb133111ebn;

/** S0, and with a secret in two places. The secret is the seed's: a run can be repeated. */
function defended(lab: Lab): Scheme[] {
  const { xored: xor, mixed } = keyedSchemes(lab.random('secret').u64());
  return [s0Schemes.s0, xor, mixed];
}

/** Absent ids made from members so that their two hashes are the members', in the other order. */
export function craftedPass(lab: Lab, { ids }: Parameters): Result[] {
  // Half full as the article sizes it, and a quarter full with few probes, where more can be seen.
  const filters = [
    { n: 500_000, shape: sizeFor(500_000, 0.001) },
    { n: ids, shape: { bits: Math.ceil((3 * ids) / -Math.log(1 - 0.243)), hashes: 3 } },
  ];
  return defended(lab).flatMap((scheme) =>
    filters.map(({ n, shape }) => {
      const sides = () => ({ members: idsFrom(1n), probes: xored(idsFrom(1n), swap) });
      const row = askOne({ scheme, shape, n, probes: n, sides });
      const fill = Number(row.fill);
      const fromFillLess = stable(fill ** (shape.hashes - 1));
      return { row: { pass: 'crafted', ...row, fromFillLess } };
    }),
  );
}

const skus = 200_000;
const wanted = 100;

/**
 * What an attacker does who knows the ids that exist and the code: builds the filter at home and
 * notes absent ids that pass. Then the same ids meet filters with a secret.
 */
export function precomputedPass(lab: Lab, { scan }: Parameters): Result[] {
  const shape = sizeFor(500_000, 0.001);
  const filter = new BloomFilter(shape);
  for (let id = 1; id <= skus; id++) filter.add(id);
  const start = lab.now();
  const passing = firstPassing(filter, scan, lab.signal);
  const seconds = Number(lab.now() - start) / 1e9;
  const tried = (passing.length < wanted ? scan : Number(passing.at(-1))) - skus;
  const early = passing.filter((id) => id <= 10_000_000n).join(' ');
  const found = passing.length;
  const common = { pass: 'precomputed', n: skus, ...shape };
  return [
    { row: { ...common, scheme: 'S0', probes: tried, falsePositives: found, early, seconds } },
    ...defended(lab).map((scheme) => {
      const other = new SchemeFilter(scheme, shape);
      other.addFrom(idsFrom(1n), skus);
      const falsePositives = passing.filter((id) => other.has(id)).length;
      return { row: { ...common, scheme: scheme.name, replayed: found, falsePositives } };
    }),
  ];
}

/** The first absent ids that pass, a hundred or those up to `last`. */
function firstPassing(filter: BloomFilter, last: number, signal: AbortSignal): bigint[] {
  const passing: bigint[] = [];
  const step = 5_000_000;
  for (let from = skus + 1; from <= last && passing.length < wanted; from += step) {
    signal.throwIfAborted();
    const to = Math.min(last, from + step - 1);
    passing.push(...filter.findRange(from, to, wanted - passing.length));
  }
  return passing;
}
