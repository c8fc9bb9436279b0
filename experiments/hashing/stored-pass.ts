import { LabError } from '../../src/errors.ts';
import { BloomFilter } from '../../src/filters/bloom.ts';
import { sizeFor } from '../../src/filters/sizing.ts';
import { SchemeFilter } from '../../src/hashing/filter.ts';
import { otherSchemes, type Scheme, s0Schemes } from '../../src/hashing/schemes.ts';
import { idsFrom } from '../../src/hashing/streams.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Random } from '../../src/workload/random.ts';

const n = 200_000;
const shape = sizeFor(500_000, 0.001);

/** Damaged files of each kind. */
const tried = 100;

/** Damaged files read by this project's format, and bits read with nothing but m and k. */
export function storedPass(lab: Lab): Result[] {
  return [...damagedFiles(lab), ...bareBits()].map((row) => ({ row: { pass: 'stored', ...row } }));
}

function damagedFiles(lab: Lab): Row[] {
  const filter = new BloomFilter(shape);
  for (let id = 1; id <= n; id++) filter.add(id);
  const file = filter.toBytes();
  const random = lab.random('damage');
  const refused = (damaged: () => Uint8Array) => {
    let count = 0;
    for (let i = 0; i < tried; i++) if (!loads(damaged())) count++;
    return count;
  };
  return [
    { text: 'whole', tried: 1, refused: loads(file) ? 0 : 1 },
    {
      text: 'cut short',
      tried,
      refused: refused(() => file.subarray(0, random.below(file.length))),
    },
    { text: 'one bit flipped', tried, refused: refused(() => flipped(file, random)) },
  ].map((row) => ({ ...shape, n, ...row }));
}

/** A copy of `file` that differs in one bit. */
function flipped(file: Uint8Array, random: Random): Uint8Array {
  const copy = file.slice();
  copy[random.below(file.length)]! ^= 1 << random.below(8);
  return copy;
}

function loads(file: Uint8Array): boolean {
  try {
    BloomFilter.fromBytes(file);
    return true;
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return false;
  }
}

/** Members that are lost when S0's bits are read as they are: whole, halved, by another scheme. */
function bareBits(): Row[] {
  const { s0, unbounded, noMixer } = s0Schemes;
  const { square, enhanced, independent } = otherSchemes;
  const filter = new SchemeFilter(s0, shape);
  filter.addFrom(idsFrom(1n), n);
  const half = filter.bytes.slice(0, filter.bytes.length / 2);
  return [
    { text: 'all bits', ...readAs(s0, filter.bytes) },
    { text: 'second half zero', ...readAs(s0, half) },
    ...[unbounded, noMixer, square, enhanced, independent].map((scheme) => ({
      text: 'all bits',
      ...readAs(scheme, filter.bytes),
    })),
  ];
}

/** How many of the members 1 … n are missed by a filter of these bits. */
function readAs(scheme: Scheme, bits: Uint8Array): Row {
  const filter = new SchemeFilter(scheme, shape);
  filter.bytes.set(bits);
  return { scheme: scheme.name, ...shape, n, lost: n - filter.countFrom(idsFrom(1n), n) };
}
