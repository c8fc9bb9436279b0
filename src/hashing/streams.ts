import { usageError } from '../errors.ts';
import { permutation } from '../workload/permutation.ts';
import type { Random } from '../workload/random.ts';
import { instantiateLab, type LabModule } from './module.ts';

/** An endless or bounded stream of u64 ids that are made inside WASM, about 1 ns each. */
export interface IdStream {
  /**
   * Writes the next ids to all of `block`.
   * @throws RangeError when the stream has fewer left, so that none ever comes twice.
   */
  fill(block: BigUint64Array): void;
}

/** Large enough that a call costs nothing beside its ids, small enough for the cache. */
const blockLength = 8192;

/**
 * Hands the next `count` ids of a stream on, one `block` full after the other; what is handed on is
 * only valid during its call.
 */
export function forEachBlock(
  ids: IdStream,
  count: number,
  use: (ids: BigUint64Array<ArrayBuffer>) => void,
  block = new BigUint64Array(Math.min(blockLength, count)),
): void {
  for (let left = count; left > 0; left -= block.length) {
    const part = block.subarray(0, Math.min(left, block.length));
    ids.fill(part);
    use(part);
  }
}

/** Ids to put into a filter and ids to ask it for; no id is in both. */
export interface Sides {
  readonly members: IdStream;
  readonly probes: IdStream;
}

/** The state of xoshiro256**: four u64 words, not all 0. */
export type SeedWords = readonly [bigint, bigint, bigint, bigint];

/** Which bits of a random id are random, and which are set. */
interface Bits {
  readonly mask: bigint;
  readonly label: bigint;
}

const u64Mask = 2n ** 64n - 1n;
const allBits: Bits = { mask: u64Mask, label: 0n };

/**
 * Independent, uniform ids by xoshiro256** (never by splitmix64, the mixer under test), from four
 * words or from four draws of `seed`. `bits` narrows them; all 64 are random by default.
 * @throws RangeError when all four words are 0: the generator would give nothing but 0.
 */
export function randomIds(seed: Random | SeedWords, bits: Bits = allBits): IdStream {
  const words = 'u64' in seed ? drawWords(seed) : seed;
  if (words.every((word) => word === 0n)) throw new RangeError('seed must not be four zeros');
  const lab = instantiateLab();
  lab.calls.startRandom(...words);
  lab.calls.keepBits(bits.mask, bits.label);
  return { fill: (block) => inBlocks(lab, block, lab.calls.fillRandom) };
}

function drawWords(random: Random): SeedWords {
  return [random.u64(), random.u64(), random.u64(), random.u64()];
}

function inBlocks(lab: LabModule, block: BigUint64Array, fill: (count: number) => void): void {
  for (let start = 0; start < block.length; start += lab.ids.length) {
    const count = Math.min(lab.ids.length, block.length - start);
    fill(count);
    block.set(lab.ids.subarray(0, count), start);
  }
}

/**
 * Random members below 2^(width-1) and random probes from there up to 2^width: the top bit tells
 * them apart. (Not the lowest bit: with a hash that keeps numbers as they are and an even m,
 * members and probes would then never meet in their first bit.)
 * @param width of the ids in bits, 2 … 64
 */
export function randomSides(random: Random, width = 64): Sides {
  const half = 2n ** BigInt(width - 1);
  return {
    members: randomIds(random, { mask: half - 1n, label: 0n }),
    probes: randomIds(random, { mask: half - 1n, label: half }),
  };
}

/** Id number i is `first + i·step` mod 2^64, in some form. */
interface Count {
  readonly first?: bigint;
  readonly step?: bigint;
  /** 0 the number itself, 1 its bits in reverse order, 2 a snowflake. */
  readonly form?: number;
}

/** A shape that never repeats an id; its probes follow its members where they have no own rule. */
interface Shape {
  readonly members: Count;
  readonly probes?: Count;
  /** How many ids differ; 2^53 where there are at least as many. */
  readonly most?: number;
}

const counted = {
  contiguous: { members: { first: 1n } },
  'even-odd': { members: { step: 2n }, probes: { first: 1n, step: 2n } },
  'stride-1000': { members: { first: 1000n, step: 1000n } },
  'stride-2^32': { members: { step: 2n ** 32n }, most: 2 ** 32 },
  'shifted-40': { members: { step: 2n ** 40n }, most: 2 ** 24 },
  snowflake: { members: { form: 2 }, most: 2 ** 42 },
  'bit-reversed': { members: { form: 1 } },
  'near-2^64': { members: { first: u64Mask, step: u64Mask } },
} satisfies Record<string, Shape>;

/**
 * The shapes of ids that people have, beside random ones: 1, 2, 3, …; even ids while odd ones are
 * asked for; multiples of 1000 and of 2^32; i << 40 (2^24 of them); time, machine and sequence as
 * in snowflake; counters with their 64 bits reversed; and 2^64 - 1 downwards.
 */
export const keyShapes: readonly KeyShape[] = ['random', ...Object.keys(counted)] as KeyShape[];

export type KeyShape = 'random' | keyof typeof counted;

/** Ids number `from` … `from + count - 1` of a counted shape. */
function countedIds({ first = 0n, step = 1n, form = 0 }: Count, from: number, count: number) {
  const lab = instantiateLab();
  lab.calls.startCounter(BigInt.asUintN(64, first + BigInt(from) * step), step, form);
  let left = count;
  const fill = (block: BigUint64Array) => {
    checkLeft(left, block.length);
    left -= block.length;
    inBlocks(lab, block, lab.calls.fillCounter);
  };
  return { fill };
}

/** `first`, `first + 1`, … mod 2^64. */
export function idsFrom(first: bigint): IdStream {
  return countedIds({ first }, 0, 2 ** 53);
}

/** The ids of a stream, each xored with `mask`. */
export function xored(ids: IdStream, mask: bigint): IdStream {
  return {
    fill(block) {
      ids.fill(block);
      for (let i = 0; i < block.length; i++) block[i]! ^= mask;
    },
  };
}

/**
 * `n` members among the integers below `size` (at most 2^52), in random order, and as probes all
 * others: a random bijection, so that none comes twice.
 */
export function permutedSides(size: number, n: number, random: Random): Sides {
  const place = permutation(size, random);
  const from = (start: number, end: number): IdStream => {
    let next = start;
    return {
      fill(block) {
        checkLeft(end - next, block.length);
        for (let i = 0; i < block.length; i++) block[i] = BigInt(place(next + i));
        next += block.length;
      },
    };
  };
  return { members: from(0, n), probes: from(n, size) };
}

function checkLeft(left: number, asked: number): void {
  if (asked > left) {
    throw new RangeError(`the stream has ${left} ids left, ${asked} were asked for`);
  }
}

/**
 * `n` members of a shape and what is asked beside them. Random sides differ in the top bit, even
 * and odd ids in the lowest; of all other shapes, which never repeat an id, the members are the
 * first `n` and the probes follow them. Streams of a counted shape end where its ids would repeat.
 * @throws LabError (usage) when the shape has no `n` ids and one to ask for.
 */
export function sidesOf(shape: KeyShape, n: number, random: Random): Sides {
  if (shape === 'random') return randomSides(random);
  const { members, probes = members, most = 2 ** 53 }: Shape = counted[shape];
  if (!Number.isSafeInteger(n) || n < 1 || n >= most) {
    throw usageError(`n must be 1 … ${most - 1} for ids of shape ${shape}, got ${n}`);
  }
  return { members: countedIds(members, 0, n), probes: countedIds(probes, n, most - n) };
}
