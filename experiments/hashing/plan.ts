import { z } from 'zod';
import { optimalBits, optimalHashes, type Shape, sizeFor } from '../../src/filters/sizing.ts';
import {
  murmurScheme,
  otherSchemes,
  type Scheme,
  s0Schemes,
  s3Schemes,
  xxhashScheme,
} from '../../src/hashing/schemes.ts';
import type { Cell } from '../../src/lab/experiment.ts';

export const parameters = z.strictObject({
  filters: z.int().min(20).max(1_000).describe('filters of each scheme and size; the unit'),
  probes: z.int().min(1_000).max(1e8).describe('absent ids that each large filter is asked for'),
  // There are 1,679,616 strings of four letters, and some must be left to ask for.
  ids: z.int().min(10_000).max(1e6).describe('ids of the filters of integers and strings'),
  scan: z.int().min(1e7).max(4e9).describe('last id that the attacker tries beforehand'),
});

export type Parameters = z.infer<typeof parameters>;

export const presets = {
  smoke: { filters: 20, probes: 20_000, ids: 20_000, scan: 10_000_000 },
  quick: { filters: 20, probes: 200_000, ids: 200_000, scan: 130_000_000 },
  full: { filters: 100, probes: 2_000_000, ids: 1_000_000, scan: 1_000_000_000 },
};

/** A cell that uses no server and measures no time may be done beside others. */
export type HashingCell = Cell &
  (
    | {
        readonly pass: 'scheme' | 'shapes' | 'strings';
        readonly scheme: string;
        readonly pure: true;
      }
    | {
        readonly pass:
          | 'integers'
          | 'letters'
          | 'mixers'
          | 'positions'
          | 'deletion'
          | 'crafted'
          | 'gzip'
          | 'stored'
          | 'attackers';
        readonly pure: true;
      }
    | { readonly pass: 'precomputed' }
  );

/** Filters small enough to show what double hashing costs, and one that is not. */
export function sizesOf({ filters, probes, ids }: Parameters) {
  const [small, large] = [
    { filters: 5 * filters, probes: Math.ceil(probes / 5) },
    { filters, probes },
  ];
  return [
    { size: 'few', n: 10, p: 0.001, ...small },
    { size: 'some', n: 1_000, p: 1e-7, filters, probes: 5 * probes },
    { size: 'many', n: manyIds(ids), p: 0.01, ...large },
  ];
}

export function manyIds(ids: number): number {
  return Math.min(ids, 100_000);
}

/** Schemes that libraries hash for are some twenty times slower, and asked so much less. */
export const libraryShare = 1 / 20;

const moduleSchemes: readonly Scheme[] = [
  ...Object.values(s0Schemes),
  ...Object.values(otherSchemes),
  s3Schemes.v3Integers,
];

/** The schemes for ids that are measured side by side, by name. */
export async function schemeNamed(name: string): Promise<Scheme> {
  const known = [...moduleSchemes, murmurScheme].find((scheme) => scheme.name === name);
  return known ?? (await xxhashScheme());
}

export const schemeNames = [
  ...moduleSchemes.map(({ name }) => name),
  murmurScheme.name,
  'xxHash64',
] as const;

/** m and k for n ids at p; where m must be a power of two, the one nearest to the best m. */
export function shapeFor({ rule }: Scheme, n: number, p: number): Shape {
  const shape = sizeFor(n, p);
  if (rule !== 'sum masked') return shape;
  return { bits: 2 ** Math.round(Math.log2(shape.bits)), hashes: shape.hashes };
}

/** S3's second and third version: m cut off, k up from it, then m up to a multiple of 64. */
export function s3Shape(n: number, p: number): Shape {
  const cut = Math.floor(optimalBits(n, p));
  return { bits: 64 * Math.ceil(cut / 64), hashes: Math.ceil(optimalHashes(cut, n)) };
}

/** S3's first version, and S4. */
export const v1Shape: Shape = { bits: 1_000_000, hashes: 3 };
export const s4Shape: Shape = { bits: 2 ** 25, hashes: 7 };

export function hashingCells({ filters, probes, ids, scan }: Parameters): HashingCell[] {
  const asked = filters * probes;
  const pure: true = true;
  return [
    ...schemeNames.map((scheme) => ({
      key: `scheme/${scheme}`,
      seconds: 0.3 + asked * 1.5e-7,
      pass: 'scheme' as const,
      scheme,
      pure,
    })),
    ...[s0Schemes.s0, s0Schemes.noMixer, s3Schemes.v3Integers].map(({ name }) => ({
      key: `shapes/${name}`,
      seconds: 0.5 + probes * 2e-6,
      pass: 'shapes' as const,
      scheme: name,
      pure,
    })),
    { key: 'integers', seconds: 0.5 + asked * 3e-8, pass: 'integers', pure },
    ...['S3 v1', 'S3 v2', 'S3 v3, strings'].map((scheme) => ({
      key: `strings/${scheme}`,
      seconds: 0.5 + (asked + filters * ids) * 1.5e-7,
      pass: 'strings' as const,
      scheme,
      pure,
    })),
    { key: 'letters', seconds: 1 + ids * 1e-5, pass: 'letters', pure },
    { key: 'mixers', seconds: 0.5, pass: 'mixers', pure },
    { key: 'positions', seconds: 0.2, pass: 'positions', pure },
    { key: 'deletion', seconds: 0.4, pass: 'deletion', pure },
    { key: 'crafted', seconds: 0.5 + ids * 6e-6, pass: 'crafted', pure },
    { key: 'gzip', seconds: 1, pass: 'gzip', pure },
    { key: 'stored', seconds: 0.5, pass: 'stored', pure },
    { key: 'attackers', seconds: 0.1, pass: 'attackers', pure },
    { key: 'precomputed', seconds: 0.3 + scan * 2e-8, pass: 'precomputed' },
  ];
}
