import { SchemeFilter } from '../../src/hashing/filter.ts';
import { s3Schemes, s4Scheme, type TextForm } from '../../src/hashing/schemes.ts';
import { idsFrom, permutedSides, type Sides } from '../../src/hashing/streams.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { stable } from '../rows.ts';
import { askMany, askOne } from './measure.ts';
import { type Parameters, s3Shape, s4Shape, v1Shape } from './plan.ts';

/** `user:1`, `user:2`, …; each filter has a part of the numbers of its own. */
function users(index: number): Sides {
  const first = BigInt(index) * 10n ** 9n + 1n;
  return { members: idsFrom(first), probes: idsFrom(first + 10n ** 8n) };
}

/** S3's filters of strings `user:N`: the first at several loads, the others at design load. */
export function stringsPass(name: string, { filters, probes, ids }: Parameters): Result[] {
  const scheme = Object.values(s3Schemes).find((one) => one.name === name)!;
  const common = { scheme, sides: users };
  const rows =
    scheme === s3Schemes.v1
      ? v1Loads.map((n) =>
          askOne({ ...common, shape: { ...v1Shape, text: 'user' }, n, probes: 5 * probes }),
        )
      : [0.01, 0.001].map((p) => {
          const shape = { ...s3Shape(ids, p), text: 'user' as const };
          return { p, ...askMany({ ...common, shape, n: ids, probes }, filters) };
        });
  const example = scheme === s3Schemes.v1 ? [fourWords()] : [];
  return [...rows, ...example].map((row) => ({ row: { pass: 'strings', text: 'user', ...row } }));
}

/** From a hundredth of the best load for k = 3 to beyond it. */
const v1Loads = [2_300, 10_000, 50_000, 100_000, 231_000, 500_000];

/** S3's example: four strings, and two that were never added. */
function fourWords(): Row {
  const filter = new SchemeFilter(s3Schemes.v1, v1Shape);
  const words = ['https://example.com/page1', 'user_id_123456', 'apple', 'banana'];
  for (const word of words) filter.add(word);
  return {
    text: 'words',
    scheme: filter.scheme.name,
    ...v1Shape,
    n: words.length,
    probes: 2,
    falseNegatives: words.filter((word) => !filter.has(word)).length,
    falsePositives: ['cherry', 'unknown'].filter((word) => filter.has(word)).length,
    fromFill: stable((filter.bitsSet / v1Shape.bits) ** v1Shape.hashes),
  };
}

const multipliers = [3, 7, 11, 13, 31, 37, 61];

const texts: readonly (readonly [string, TextForm, letters: number])[] = [
  ['user:N', 'user', 0],
  ['decimals', 'decimal', 0],
  ['4 random [a-z0-9]', { base36: 4 }, 4],
  ['6 random [a-z0-9]', { base36: 6 }, 6],
  ['8 random [a-z0-9]', { base36: 8 }, 8],
];

/** S4's filter under numbered and random strings, and what each of its seven hashes is worth. */
export function lettersPass(lab: Lab, { ids, probes }: Parameters): Result[] {
  const loads = [...new Set([100_000, ids])];
  const rows = texts.flatMap(([text, form, letters]) =>
    loads.map((n) => {
      const sides = () =>
        letters === 0 ? users(0) : permutedSides(36 ** letters, n, lab.random(text, String(n)));
      // Of the four-letter strings, 679,616 are left beside a million members.
      const asked = Math.min(5 * probes, 600_000);
      const shape = { ...s4Shape, text: form };
      return { text, ...askOne({ scheme: s4Scheme, shape, n, probes: asked, sides }) };
    }),
  );
  const all = [...rows, ...eachHash(lab, probes), lowestBits(), sample()];
  return all.map((row) => ({ row: { pass: 'letters', scheme: s4Scheme.name, ...row } }));
}

/** How often the bit of each hash is set for an absent one of the decimals below 10^6. */
function eachHash(lab: Lab, probes: number): Row[] {
  const n = 200_000;
  const filter = new SchemeFilter(s4Scheme, { ...s4Shape, text: 'decimal' });
  const { members, probes: absent } = permutedSides(1_000_000, n, lab.random('each hash'));
  filter.addFrom(members, n);
  const asked = Math.min(probes, 800_000);
  // The largest of all four-letter strings for every multiplier.
  const largest = new SchemeFilter(s4Scheme, s4Shape).positions('zzzz');
  return filter.countEachFrom(absent, asked).map((hits, i) => ({
    text: 'decimals below 10^6',
    multiplier: multipliers[i]!,
    n,
    ...s4Shape,
    probes: asked,
    hitShare: stable(hits / asked),
    largestOfFour: largest[i]!,
  }));
}

/** Of 1000 strings, those whose seven positions are all even or all odd. */
function lowestBits(): Row {
  const filter = new SchemeFilter(s4Scheme, { ...s4Shape, text: 'user' });
  let same = 0;
  for (let id = 1n; id <= 1000n; id++) {
    if (new Set(filter.positions(id).map((position) => position & 1)).size === 1) same++;
  }
  return { text: 'lowest bits', positions: 1000, sameLowestBit: same };
}

/** The article's own example. */
function sample(): Row {
  const filter = new SchemeFilter(s4Scheme, s4Shape);
  for (const key of ['user:1001', 'user:1002', 'product:5001']) filter.add(key);
  const asked = ['user:1001', 'user:9999', 'product:5001', 'product:9999'];
  const answers = asked.map((key) => filter.has(key)).join(', ');
  return { text: 'example', n: 3, ...s4Shape, bitsSet: filter.bitsSet, answers };
}
