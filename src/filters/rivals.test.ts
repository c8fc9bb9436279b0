import murmur from 'murmurhash3js-revisited';
import { describe, expect, it } from 'vitest';
import { clopperPearson } from '../stats/clopper-pearson.ts';
import { random } from '../workload/random.ts';
import { BlockedBloomFilter } from './blocked.ts';
import { CountingBloomFilter } from './counting.ts';
import { CuckooFilter } from './cuckoo.ts';
import type { IdSet } from './id-set.ts';
import type { Id } from './ids.ts';
import { murmur32 } from './murmur.ts';
import { PackedArray } from './packed.ts';
import { exactRate } from './theory.ts';

const members = 20_000;
const shape = { bits: 10 * members, hashes: 7 };

const makers: readonly (readonly [string, () => IdSet])[] = [
  ['a cuckoo filter', () => new CuckooFilter({ capacity: 1.06 * members, fingerprintBits: 12 })],
  ['a counting filter', () => new CountingBloomFilter(shape)],
  ['a blocked filter', () => new BlockedBloomFilter(shape)],
];

/** Even ids, while odd ones are absent. */
function fill(set: IdSet): void {
  for (let i = 1; i <= members; i++) set.add(2 * i);
}

function share(asked: number, passes: (i: number) => boolean): number {
  return Array.from({ length: asked }, (_, i) => passes(i)).filter(Boolean).length / asked;
}

/** The share of absent ids that pass, as an interval that misses one time in a million. */
function passing(set: IdSet, asked = 200_000) {
  const rate = share(asked, (i) => set.has(2 * i + 1));
  return clopperPearson(Math.round(rate * asked), asked, 1 - 1e-6);
}

describe('murmur32', () => {
  it('is MurmurHash3 of the eight bytes of an id, as another implementation has it', () => {
    const chance = random('murmur.test');
    const ids: Id[] = [0, 1, 2 ** 32, 2 ** 53 - 1, 2n ** 64n - 1n];
    for (const id of [...ids, ...Array.from({ length: 200 }, () => chance.u64())]) {
      const bytes = new Uint8Array(new BigUint64Array([BigInt(id)]).buffer);
      for (const seed of [0, 1, 2 ** 32 - 1]) {
        expect(murmur32(id, seed)).toBe(murmur.x86.hash32(bytes, seed));
      }
    }
  });

  it('refuses what is no id', () => {
    expect(() => murmur32(-1, 0)).toThrow(RangeError);
    expect(() => murmur32(1.5, 0)).toThrow(RangeError);
  });
});

describe('PackedArray', () => {
  it.each([1, 3, 4, 7, 12, 16])('keeps numbers of %i bits apart, without a gap', (width) => {
    const chance = random('packed.test', String(width));
    const values = Array.from({ length: 101 }, () => chance.below(2 ** width));
    const packed = new PackedArray(values.length, width);
    for (const [index, value] of values.entries()) packed.set(index, 2 ** width - 1 - value);
    for (const [index, value] of values.entries()) packed.set(index, value);
    expect(values.map((_, index) => packed.get(index))).toEqual(values);
    expect(packed.byteLength).toBe(Math.ceil((101 * width) / 8));
  });
});

describe.each(makers)('%s', (_, make) => {
  it('never denies what was added, in any order and up to 2^64 - 1', () => {
    const set = make();
    const chance = random('rivals.test');
    const ids = Array.from({ length: members - 1 }, () => chance.u64()).concat(2n ** 64n - 1n);
    for (const id of ids) set.add(id);
    expect(ids.every((id) => set.has(id))).toBe(true);
  });

  it('says no to everything when it is empty, and 1n is 1', () => {
    const set = make();
    expect(set.has(1)).toBe(false);
    set.add(1n);
    expect(set.has(1)).toBe(true);
  });

  it('refuses what is no id', () => {
    expect(() => make().add(-1)).toThrow(RangeError);
    expect(() => make().has('1' as unknown as number)).toThrow(TypeError);
  });
});

describe.each([
  ['a cuckoo filter', () => new CuckooFilter({ capacity: 1.06 * members, fingerprintBits: 12 })],
  ['a counting filter', () => new CountingBloomFilter(shape)],
])('%s', (_, make) => {
  it('forgets what is deleted and keeps all others', () => {
    const set = make();
    fill(set);
    for (let i = 1; i <= members; i += 2) expect(set.delete(2 * i)).toBe(true);
    expect(share(members / 2, (i) => set.has(2 * (2 * i + 2)))).toBe(1);
    expect(share(members / 2, (i) => set.has(2 * (2 * i + 1)))).toBeLessThan(0.01);
    expect(set.delete(2 ** 40)).toBe(false);
  });
});

describe('CuckooFilter', () => {
  const capacity = 40_000;

  it.each([
    [8, 0.0293],
    [12, 0.00184],
  ])('with %i bits lets through what its authors’ implementation does', (fingerprintBits, rate) => {
    const set = new CuckooFilter({ capacity, fingerprintBits });
    let added = 0;
    while (set.tryAdd(2 * added)) added++;
    // Theirs are at 95 % load, ours is filled until an insertion fails.
    expect(added / capacity).toBeGreaterThan(0.95);
    expect(share(added, (i) => set.has(2 * i))).toBe(1);
    const { low, high } = passing(set);
    expect(low).toBeLessThan(1.06 * rate);
    expect(high).toBeGreaterThan(0.97 * rate);
    expect(set.byteLength).toBe((capacity * fingerprintBits) / 8);
  });

  it('that is full says so and forgets nobody', () => {
    const set = new CuckooFilter({ capacity: 64, fingerprintBits: 16 });
    const added: number[] = [];
    for (let id = 1; id <= 200; id++) if (set.tryAdd(id)) added.push(id);
    expect(added.length).toBeGreaterThan(48);
    expect(added.every((id) => set.has(id))).toBe(true);
    expect(() => {
      for (let id = 1000; id < 1100; id++) set.add(id);
    }).toThrow(/full/);
    expect(added.every((id) => set.has(id))).toBe(true);
  });

  it('takes an id eight times and not a ninth', () => {
    const set = new CuckooFilter({ capacity: 4_000, fingerprintBits: 12 });
    expect(Array.from({ length: 9 }, () => set.tryAdd(7))).toEqual([...Array(8).fill(true), false]);
    expect(Array.from({ length: 9 }, () => set.delete(7)).filter(Boolean)).toHaveLength(8);
    expect(set.has(7)).toBe(false);
  });
});

describe('CountingBloomFilter', () => {
  it('has the rate of a Bloom filter of this shape, in four times the space', () => {
    const set = new CountingBloomFilter(shape);
    fill(set);
    const { low, high } = passing(set);
    const theory = exactRate(shape, members);
    // One filter differs from the mean by 1 % or so.
    expect(low).toBeLessThan(1.05 * theory);
    expect(high).toBeGreaterThan(0.95 * theory);
    expect(set.byteLength).toBe(shape.bits / 2);
    expect(set.largest).toBeLessThan(15);
  });

  it('stays at 15 and no longer deletes what has reached it, so that nobody else is denied', () => {
    const set = new CountingBloomFilter(shape);
    for (let times = 0; times < 20; times++) set.add(1);
    expect(set.largest).toBe(15);
    for (let times = 0; times < 20; times++) set.delete(1);
    expect(set.has(1)).toBe(true);
  });
});

describe('BlockedBloomFilter', () => {
  it('lets more through than theory says for the same bits: the price of its blocks', () => {
    const set = new BlockedBloomFilter(shape);
    fill(set);
    const { low, high } = passing(set);
    // 10 bits an id, k = 7: 0.98 %, a Poisson mixture over the loads of the blocks.
    expect(low).toBeGreaterThan(exactRate(shape, members));
    expect(high).toBeGreaterThan(0.0095);
    expect(low).toBeLessThan(0.0105);
    expect(set.byteLength % 64).toBe(0);
  });
});
