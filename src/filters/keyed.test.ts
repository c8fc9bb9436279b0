import { describe, expect, it } from 'vitest';
import { random } from '../workload/random.ts';
import { BloomFilter } from './bloom.ts';
import { KeyedSet } from './keyed.ts';
import { rateFromFill } from './theory.ts';

const members = 10_000;

/** A filter at a rate of some per cent, so that much passes. */
const filterOf = () => BloomFilter.forCapacity(members, 0.05);

function filled<S extends { add(id: number | bigint): void }>(set: S): S {
  for (let id = 1; id <= members; id++) set.add(id);
  return set;
}

describe('KeyedSet', () => {
  it('misses no member, for numbers and bigints alike', () => {
    const set = filled(new KeyedSet(filterOf(), 0x0123456789abcdefn));
    set.add(2n ** 64n - 1n);
    for (let id = 1; id <= members; id++) expect(set.has(id) && set.has(BigInt(id))).toBe(true);
    expect(set.has(2n ** 64n - 1n)).toBe(true);
  });

  it('lets ids that were found in the plain filter pass no more often than any others', () => {
    const plain = filled(filterOf());
    const inside = filterOf();
    const keyed = filled(new KeyedSet(inside, random('keyed').u64()));
    const found = plain.findRange(members + 1, 400_000, 20_000);
    const rate = rateFromFill(inside, inside.bitsSet);
    const passed = found.filter((id) => keyed.has(id)).length;
    expect(found.length).toBeGreaterThan(15_000);
    // Five standard deviations of a binomial.
    const noise = 5 * Math.sqrt(found.length * rate);
    expect(Math.abs(passed - found.length * rate)).toBeLessThan(noise);
  });

  it('keeps nothing of the two hashes that change places in the plain filter', () => {
    const inside = filterOf();
    const keyed = filled(new KeyedSet(inside, random('keyed').u64()));
    const swap = 0x94d049bb133111ebn;
    const rate = rateFromFill(inside, inside.bitsSet);
    let passed = 0;
    for (let id = 1; id <= members; id++) if (keyed.has(BigInt(id) ^ swap)) passed++;
    expect(passed).toBeLessThan(members * rate + 5 * Math.sqrt(members * rate));
  });

  it('lets other ids pass with another secret', () => {
    const passing = (secret: bigint) => {
      const keyed = filled(new KeyedSet(filterOf(), secret));
      return Array.from({ length: members }, (_, i) => keyed.has(members + 1 + i));
    };
    expect(passing(1n)).not.toEqual(passing(2n));
  });

  it('has the size of the set inside, and refuses what that one refuses', () => {
    const inside = filterOf();
    const keyed = new KeyedSet(inside, 1n);
    expect(keyed.byteLength).toBe(inside.byteLength);
    expect(() => keyed.has(-1)).toThrow(RangeError);
    expect(() => keyed.add(1.5)).toThrow(RangeError);
    expect(() => keyed.has('7' as unknown as number)).toThrow(TypeError);
  });
});
