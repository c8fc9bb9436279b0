import { describe, expect, it } from 'vitest';
import { BloomFilter } from './bloom.ts';
import { BitmapSet, HashSet, RangeSet, SortedSet } from './exact.ts';
import type { Id, Ids } from './ids.ts';

const sets = {
  BloomFilter: () => BloomFilter.forCapacity(100, 1e-6),
  RangeSet: () => new RangeSet(),
  BitmapSet: () => new BitmapSet({ first: 0, last: 200 }),
  SortedSet: () => new SortedSet(),
  HashSet: () => new HashSet(),
};

describe.each(Object.entries(sets))('%s', (_, make) => {
  it('takes 123 and 123n for the same id, and never for 124', () => {
    for (const added of [123, 123n]) {
      const set = make();
      set.add(added);
      expect([123, 123n, 124, 124n].map((id) => set.has(id))).toEqual([true, true, false, false]);
    }
  });

  it.each<[unknown, RegExp]>([
    ['123', /got '123'/],
    [undefined, /got undefined/],
    [null, /got null/],
    [true, /got true/],
    [[1], /got \[ 1 \]/],
  ])('refuses %j by its type', (id, message) => {
    const set = make();
    expect(() => set.add(id as Id)).toThrow(TypeError);
    expect(() => set.has(id as Id)).toThrow(TypeError);
    expect(() => set.has(id as Id)).toThrow(message);
  });

  it.each([
    [-1, /got -1/],
    [1.5, /got 1.5/],
    [Number.NaN, /got NaN/],
    [Number.POSITIVE_INFINITY, /got Infinity/],
    [2 ** 53, /got 9007199254740992/],
    [-1n, /got -1n/],
    [2n ** 64n, /got 18446744073709551616n/],
  ])('refuses %s, which is out of range', (id, message) => {
    const set = make();
    expect(() => set.add(id)).toThrow(RangeError);
    expect(() => set.has(id)).toThrow(RangeError);
    expect(() => set.has(id)).toThrow(message);
  });
});

describe('many ids', () => {
  const filter = BloomFilter.forCapacity(100, 1e-6);

  it.each<[unknown, RegExp]>([
    [[1, '2'], /ids\[1\] must be .* got '2'/],
    [[1, undefined], /ids\[1\] must be .* got undefined/],
    [Array(2), /ids\[0\] must be .* got undefined/],
    [Int32Array.of(1), /ids must be a Uint32Array.* got Int32Array/],
    ['12', /ids must be .* got '12'/],
    [new Set([1]), /ids must be .* got Set/],
    [undefined, /ids must be .* got undefined/],
  ])('in %o are refused by type', (ids, message) => {
    expect(() => filter.addMany(ids as Ids)).toThrow(TypeError);
    expect(() => filter.hasMany(ids as Ids)).toThrow(message);
  });

  it.each([
    [Float64Array.of(1, Number.NaN), /ids\[1\] must be .* got NaN/],
    [Float64Array.of(2 ** 53), /ids\[0\] must be .* got 9007199254740992/],
    [[0n, 2n ** 64n], /ids\[1\] must be .* got 18446744073709551616n/],
  ])('in %o are refused by value', (ids, message) => {
    expect(() => filter.addMany(ids)).toThrow(RangeError);
    expect(() => filter.hasMany(ids)).toThrow(message);
  });
});

it('a refusal of a huge value stays a line', () => {
  const filter = BloomFilter.forCapacity(1, 0.5);
  const text = 'x'.repeat(1_000_000);
  expect(() => filter.has(text as unknown as Id)).toThrow(/^.{1,200}$/);
});
