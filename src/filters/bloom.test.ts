import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../workload/random.ts';
import { BloomFilter } from './bloom.ts';
import { BloomModel, storedBits } from './bloom-model.test.fixture.ts';
import type { Id, Ids } from './ids.ts';

const anyId: fc.Arbitrary<Id> = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  fc.maxSafeNat(),
  fc.nat(50),
  fc.constantFrom(0, 2 ** 53 - 1, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n),
);

it('sets the bits and gives the answers of the BigInt model, one by one and many at once', () => {
  const shapes = fc.record({
    bits: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 17 })),
    hashes: fc.integer({ min: 1, max: 30 }),
  });
  const lists = fc.array(anyId, { maxLength: 60 });
  fc.assert(
    fc.property(shapes, lists, lists, (shape, members, asked) => {
      const model = new BloomModel(shape.bits, shape.hashes);
      const single = new BloomFilter(shape);
      const batch = new BloomFilter(shape);
      for (const id of members) model.add(BigInt(id));
      for (const id of members) single.add(id);
      batch.addMany(members);
      expect(Buffer.compare(storedBits(single), model.toBytes())).toBe(0);
      expect(Buffer.compare(storedBits(batch), model.toBytes())).toBe(0);
      expect(single.bitsSet).toBe(model.set.size);
      const ids = [...members, ...asked];
      const answers = ids.map((id) => model.has(BigInt(id)));
      expect(ids.map((id) => single.has(id))).toEqual(answers);
      expect([...batch.hasMany(ids)]).toEqual(answers.map(Number));
      expect(batch.countMany(ids)).toBe(answers.filter(Boolean).length);
    }),
    { numRuns: 300, seed: 1 },
  );
});

describe('many at once', () => {
  const sizes = [0, 1, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2 ** 14 - 1, 2 ** 14 + 1];
  const draws = random('bloom.test');
  const numbers = Array.from({ length: 2 ** 14 + 1 }, () => draws.below(2 ** 53));

  it.each(sizes)('%d ids in any container are as one by one', (size) => {
    const list = numbers.slice(0, size);
    const low = list.map((id) => id % 2 ** 32);
    const forms: Ids[] = [
      list,
      Float64Array.from(list),
      list.map(BigInt),
      BigUint64Array.from(list, BigInt),
      low,
      Uint32Array.from(low),
    ];
    for (const ids of forms) {
      const single = new BloomFilter({ bits: 20_011, hashes: 2 });
      const batch = new BloomFilter({ bits: 20_011, hashes: 2 });
      for (const id of ids) single.add(id);
      batch.addMany(ids);
      expect(Buffer.compare(batch.toBytes(), single.toBytes())).toBe(0);
      const asked = Array.from<Id, bigint>(ids, (id) => BigInt(id) ^ 1n);
      const answers = asked.map((id) => Number(single.has(id)));
      expect([...batch.hasMany(asked)]).toEqual(answers);
      expect(batch.countMany(asked)).toBe(answers.reduce((sum, answer) => sum + answer, 0));
    }
  });

  it('writes to the array that was handed in and leaves what lies beyond', () => {
    const filter = new BloomFilter({ bits: 1000, hashes: 3 });
    filter.add(7);
    const out = new Uint8Array(4).fill(9);
    expect(filter.hasMany([7, 8], out)).toBe(out);
    expect([...out]).toEqual([1, 0, 9, 9]);
    expect(() => filter.hasMany([7, 8, 9], new Uint8Array(2))).toThrow(/2 places for 3 answers/);
  });

  it('adds nothing when one of them is refused', () => {
    const filter = new BloomFilter({ bits: 1000, hashes: 3 });
    const ids = [...Array(3000).keys(), -1];
    expect(() => filter.addMany(ids)).toThrow(/ids\[3000\] must be .* got -1/);
    expect(filter.bitsSet).toBe(0);
  });
});

describe('consecutive ids', () => {
  const filter = new BloomFilter({ bits: 64, hashes: 1 });
  filter.addMany([1, 2, 3]);

  it('are counted and found as one by one, both ends included', () => {
    const passing = Array.from({ length: 5001 }, (_, id) => id).filter((id) => filter.has(id));
    expect(filter.countRange(0, 5000)).toBe(passing.length);
    for (const limit of [0, 1, passing.length, passing.length + 1, 1e9]) {
      expect(filter.findRange(0, 5000, limit)).toEqual(passing.slice(0, limit).map(BigInt));
    }
  });

  it('are found beyond one block', () => {
    const full = new BloomFilter({ bits: 1, hashes: 1 });
    full.add(0);
    for (const limit of [1023, 1024, 1025, 2048, 5000]) {
      const found = full.findRange(10, 9_999, limit);
      expect(found).toEqual(Array.from({ length: limit }, (_, i) => BigInt(10 + i)));
    }
  });

  it('reach to 2^64 - 1 and stop there', () => {
    const last = 2n ** 64n - 1n;
    const top = new BloomFilter({ bits: 1_000_003, hashes: 9 });
    top.add(last);
    expect(top.countRange(last - 1000n, last)).toBe(1);
    expect(top.findRange(last - 1000n, last, 5)).toEqual([last]);
    expect(top.countRange(last, last)).toBe(1);
  });

  it('are refused when they run backwards or have a bad limit', () => {
    expect(() => filter.countRange(5, 4)).toThrow(/from 5 is larger than to 4/);
    expect(() => filter.findRange(0, 4, -1)).toThrow(/limit .* got -1/);
    expect(() => filter.countRange(0.5, 4)).toThrow(/from must be .* got 0.5/);
  });
});
