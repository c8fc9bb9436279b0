import { describe, expect, it } from 'vitest';
import { BloomFilter } from '../filters/bloom.ts';
import { BloomModel, storedBits } from '../filters/bloom-model.test.fixture.ts';
import { BigIntFilter } from './bigint-filter.ts';
import { LimbFilter } from './limb-filter.ts';

const ids = [0, 1, 2, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
const scattered = Array.from({ length: 200 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 0);

describe('the filters that ours is compared with', () => {
  it.each([
    [1, 3],
    [2, 1],
    [64, 24],
    [65_535, 10],
    [65_536, 10],
    [7_188_794, 10],
    [2 ** 26 - 5, 17],
  ])('have the bits of the model with %i bits and %i hashes', (bits, hashes) => {
    const model = new BloomModel(bits, hashes);
    const limbs = new LimbFilter({ bits, hashes });
    const bigints = new BigIntFilter({ bits, hashes });
    for (const id of [...ids, ...scattered]) {
      model.add(BigInt(id));
      limbs.add(id);
      bigints.add(BigInt(id));
    }
    expect(Buffer.compare(limbs.bytes, model.toBytes())).toBe(0);
    expect(Buffer.compare(bigints.bytes, model.toBytes())).toBe(0);
  });

  it('answer as our filter does, false positives included', () => {
    const shape = { bits: 9_586, hashes: 7 };
    const [ours, limbs, bigints] = [
      new BloomFilter(shape),
      new LimbFilter(shape),
      new BigIntFilter(shape),
    ];
    for (let id = 0; id < 1_500; id++) {
      ours.add(id);
      limbs.add(id);
      bigints.add(BigInt(id));
    }
    expect(Buffer.compare(limbs.bytes, storedBits(ours))).toBe(0);
    const asked = Array.from({ length: 20_000 }, (_, id) => id);
    const passing = asked.filter((id) => ours.has(id));
    expect(passing.length).toBeGreaterThan(1_600);
    expect(asked.filter((id) => limbs.has(id))).toEqual(passing);
    expect(asked.filter((id) => bigints.has(BigInt(id)))).toEqual(passing);
  });

  it('tell at which probe a query ended', () => {
    const limbs = new LimbFilter({ bits: 1_000, hashes: 5 });
    expect(limbs.probes(7)).toBe(1);
    limbs.add(7);
    expect(limbs.probes(7)).toBe(6);
  });

  it('refuse sizes that the limbs cannot hold', () => {
    expect(() => new LimbFilter({ bits: 2 ** 30, hashes: 1 })).toThrow('below 2^30');
  });
});
