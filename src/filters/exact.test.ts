import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitmapSet, HashSet, RangeSet, SortedSet } from './exact.ts';
import type { Id } from './ids.ts';

const u32 = fc.oneof(fc.nat(500), fc.nat(200_000));
const makers = {
  BitmapSet: () => new BitmapSet({ first: 0, last: 100 }),
  SortedSet: () => new SortedSet(),
  HashSet: () => new HashSet(),
};

describe.each(Object.entries(makers))('%s', (_, make) => {
  it('answers exactly as a list of its ids, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(u32), fc.array(u32), (members, asked) => {
        const set = make();
        for (const id of members) set.add(id);
        for (const id of [...members, ...asked]) expect(set.has(id)).toBe(members.includes(id));
      }),
      { seed: 1 },
    );
  });

  it('says no to everything when it is empty', () => {
    expect([0, 1, 2 ** 32, 2n ** 64n - 1n].map((id) => make().has(id))).toEqual(
      Array(4).fill(false),
    );
  });
});

describe('RangeSet', () => {
  it('says yes from its smallest to its largest id, holes included', () => {
    const set = new RangeSet();
    expect(set.has(0)).toBe(false);
    for (const id of [30n, 10, 20]) set.add(id);
    expect([9, 10, 15, 30, 31, 2n ** 64n - 1n].map((id) => set.has(id))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(set.byteLength).toBe(16);
  });
});

describe('BitmapSet', () => {
  it('takes a bit an id: 25,000 bytes for ids 1 … 200,000', () => {
    const set = new BitmapSet({ first: 1, last: 200_000 });
    for (let id = 1; id <= 200_000; id++) set.add(id);
    expect(set.byteLength).toBe(25_000);
    expect([0, 1, 200_000, 200_001].map((id) => set.has(id))).toEqual([false, true, true, false]);
  });

  it('grows for a larger id and keeps the rest, up to 2^32 - 1', () => {
    const set = new BitmapSet({ first: 4_294_900_000, last: 4_294_900_007 });
    set.add(4_294_900_003);
    set.add(2 ** 32 - 1);
    expect(set.has(4_294_900_003) && set.has(2 ** 32 - 1)).toBe(true);
    expect(set.has(2 ** 32 - 2)).toBe(false);
    expect(set.byteLength).toBe(Math.ceil((2 ** 32 - 4_294_900_000) / 8));
  });

  it('refuses ids from 2^32 on and below its first, and answers no for them', () => {
    const set = new BitmapSet({ first: 5, last: 6 });
    for (const id of [2 ** 32, 2n ** 64n - 1n]) {
      expect(() => set.add(id)).toThrow(RangeError);
      expect(set.has(id)).toBe(false);
    }
    expect(() => set.add(4)).toThrow(/begins at id 5, got 4/);
    expect(set.has(4)).toBe(false);
    expect(() => new BitmapSet({ first: 2, last: 1 })).toThrow(/first 2 is larger than last 1/);
  });
});

describe('SortedSet', () => {
  it('takes 4 bytes an id when its capacity was right, and doubles beyond', () => {
    const set = new SortedSet(1000);
    for (let id = 0; id < 1000; id++) set.add(3 * id);
    set.add(3);
    expect(set.byteLength).toBe(4000);
    set.add(1);
    expect(set.byteLength).toBe(8000);
  });

  it('refuses ids from 2^32 on and answers no for them', () => {
    const set = new SortedSet();
    set.add(0);
    set.add(2 ** 32 - 1);
    expect(() => set.add(2 ** 32)).toThrow(/below 2\^32, got 4294967296/);
    const asked: Id[] = [2 ** 32 - 1, 2 ** 32, 2n ** 53n + 1n];
    expect(asked.map((id) => set.has(id))).toEqual([true, false, false]);
  });
});

describe('HashSet', () => {
  it('keeps ids above 2^53 apart, where numbers would be the same', () => {
    const set = new HashSet();
    set.add(2n ** 53n + 1n);
    const asked = [2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 2n];
    expect(asked.map((id) => set.has(id))).toEqual([false, true, false]);
  });

  it('takes 26.2 bytes a small id at 200,000, and 16 or 24 more for a boxed one', () => {
    const small = new HashSet();
    const large = new HashSet();
    for (let id = 0; id < 200_000; id++) small.add(id);
    for (let id = 0; id < 200_000; id++) large.add(2 ** 40 + id);
    expect(small.byteLength / 200_000).toBeCloseTo(26.2, 1);
    expect(large.byteLength / 200_000).toBeCloseTo(42.2, 1);
  });
});
