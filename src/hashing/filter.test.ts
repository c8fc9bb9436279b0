import { describe, expect, it } from 'vitest';
import { BloomModel } from '../filters/bloom-model.test.fixture.ts';
import { random } from '../workload/random.ts';
import { SchemeFilter } from './filter.ts';
import { models, s3Positions, secret } from './scheme-model.test.fixture.ts';
import {
  keyedSchemes,
  murmurScheme,
  otherSchemes,
  type Scheme,
  s0Schemes,
  s3Schemes,
  s4Scheme,
  xxhashScheme,
} from './schemes.ts';
import { type IdStream, randomIds } from './streams.ts';

const draws = random('filter.test');
const idSchemes: Scheme[] = [
  ...Object.values(s0Schemes),
  ...Object.values(otherSchemes),
  s3Schemes.v3Integers,
  ...Object.values(keyedSchemes(secret)),
];

function listed(ids: readonly bigint[]): IdStream {
  let next = 0;
  return {
    fill(block) {
      block.set(ids.slice(next, next + block.length));
      next += block.length;
    },
  };
}

describe('positions', () => {
  const edges = [0n, 1n, 0x94d049bb133111ebn, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n];
  // splitmix64 maps -0x9e3779b97f4a7c15 to 0, so this is the one id whose second hash is 0.
  const withoutStride = 0x61c8864680b583ebn ^ 0x94d049bb133111ebn;
  const ids = [...edges, withoutStride, ...Array.from({ length: 500 }, () => draws.u64())];

  it.each(idSchemes.map((scheme) => [scheme.name, scheme] as const))(
    'of %s are those of its formula in unbounded arithmetic',
    (name, scheme) => {
      const [pairOf, rule] = models[name]!;
      for (const bits of scheme.rule === 'sum masked' ? [1, 2 ** 20, 2 ** 31] : [1, 9_586, 2e9]) {
        const filter = new SchemeFilter(scheme, { bits, hashes: 24 });
        for (const id of ids) {
          const expected = Array.from({ length: 24 }, (_, i) =>
            Number(rule(pairOf(id), BigInt(i), BigInt(bits))),
          );
          expect(filter.positions(id)).toEqual(expected);
        }
      }
    },
  );

  // std::hash<std::string> of g++ 12 on x86-64, of the text and of the text with its salt.
  it.each([
    ['cherry', s3Schemes.v1, 0xb72616b2e985af21n, 0x4fcd866539aa3cd2n],
    ['apple', s3Schemes.v1, 0xbf304ea8f09bf7b0n, 0x18a137ba6785d744n],
    ['', s3Schemes.v3, 0x553e93901e462a6en, 0x553e93901e462a6en],
    ['a', s3Schemes.v3, 0x454ddee488c1ed6bn, 0x454ddee488c1ed6bn],
    ['1234567', s3Schemes.v3, 0x6d7a4e79e8a2cbf6n, 0x6d7a4e79e8a2cbf6n],
    ['12345678', s3Schemes.v3, 0x8c5b90a33a04dca5n, 0x8c5b90a33a04dca5n],
    ['123456789', s3Schemes.v3, 0xaaeb28d3d5f165c0n, 0xaaeb28d3d5f165c0n],
    ['data_item_1BloomSalt', s3Schemes.v3, 0x7f539c6040c45710n, 0x7f539c6040c45710n],
  ])('of "%s" are those of g++’s std::hash by S3’s rule', (text, scheme, first, second) => {
    const filter = new SchemeFilter(scheme, { bits: 9_585_088, hashes: 7 });
    expect(filter.positions(text)).toEqual(s3Positions([first, second], 7, 9_585_088));
  });

  // Printed by S4's Java code.
  it.each([
    ['user:1001', [1127119, 11394575, 4587759, 8303499, 1314479, 130443, 33354763]],
    ['product:5001', [29775955, 23281631, 25377867, 26500725, 5379463, 6873085, 2770181]],
    ['zzzz', [4880, 48800, 178608, 290360, 3755648, 6351320, 28153208]],
  ])('of "%s" are those that S4’s Java code prints', (text, expected) => {
    const filter = new SchemeFilter(s4Scheme, { bits: 2 ** 25, hashes: 7 });
    expect(filter.positions(text)).toEqual(expected);
  });

  it('of an id are those of the text that it is written as', () => {
    const shape = { bits: 2 ** 25, hashes: 7 };
    const written = new SchemeFilter(s4Scheme, shape);
    const [decimal, user] = (['decimal', 'user'] as const).map(
      (text) => new SchemeFilter(s4Scheme, { ...shape, text }),
    );
    const base36 = new SchemeFilter(s4Scheme, { ...shape, text: { base36: 6 } });
    for (const id of [0n, 9n, 10n, 1001n, 36n ** 6n - 1n, 2n ** 64n - 1n]) {
      expect(decimal!.positions(id)).toEqual(written.positions(`${id}`));
      expect(user!.positions(id)).toEqual(written.positions(`user:${id}`));
      const digits = (id % 36n ** 6n).toString(36).padStart(6, '0');
      expect(base36.positions(id)).toEqual(written.positions(digits));
    }
  });

  // The eight bytes of the id are "abcdefgh"; the hashes were printed by a C++ program.
  it('by libraries are those of MurmurHash3 and xxHash64 of the id’s eight bytes', async () => {
    const id = 0x6867666564636261n;
    const shape = { bits: 2 ** 31, hashes: 2 };
    const sums = (first: bigint, second: bigint) =>
      [first, BigInt.asUintN(64, first + second)].map((sum) => Number(sum % 2n ** 31n));
    expect(new SchemeFilter(murmurScheme, shape).positions(id)).toEqual(
      sums(0xcf0266e4n, 0x008a46cfn),
    );
    expect(new SchemeFilter(await xxhashScheme(), shape).positions(id)).toEqual(
      sums(0x3ad351775b4634b7n, 0x8305125710212a61n),
    );
  });
});

describe('a filter', () => {
  const seed = [1n, 2n, 3n, 4n] as const;

  it.each([...idSchemes, murmurScheme].map((scheme) => [scheme.name, scheme] as const))(
    'of %s has exactly the bits of its positions and never misses a member',
    (_name, scheme) => {
      const filter = new SchemeFilter(scheme, { bits: 2 ** 16, hashes: 5 });
      filter.addFrom(randomIds(seed), 3000);
      expect(filter.countFrom(randomIds(seed), 3000)).toBe(3000);
      const ids = new BigUint64Array(3000);
      randomIds(seed).fill(ids);
      const expected = new Uint8Array(2 ** 13);
      for (const id of ids) {
        for (const bit of filter.positions(id)) expected[bit >> 3]! |= 1 << (bit & 7);
      }
      expect(Buffer.compare(filter.bytes, expected)).toBe(0);
      const set = expected.reduce(
        (sum, byte) => sum + byte.toString(2).replaceAll('0', '').length,
        0,
      );
      expect(filter.bitsSet).toBe(set);
    },
  );

  it('of S0 counts as the model of the product’s filter does', () => {
    const model = new BloomModel(9_586, 7);
    const filter = new SchemeFilter(s0Schemes.s0, { bits: 9_586, hashes: 7 });
    const ids = Array.from({ length: 3000 }, (_, i) => BigInt(i + 1));
    for (const id of ids.slice(0, 1000)) model.add(id);
    filter.addFrom(listed(ids), 1000);
    expect(filter.bytes).toEqual(model.toBytes());
    // From the golden row for n = 1000: 1089, 1310, 1351, 1439 and 1572 are the first to pass.
    expect(
      ids
        .slice(1000)
        .filter((id) => filter.has(id))
        .slice(0, 5),
    ).toEqual([1089n, 1310n, 1351n, 1439n, 1572n]);
    const passing = ids.slice(1000).filter((id) => model.has(id)).length;
    expect(filter.countFrom(listed(ids.slice(1000)), 2000)).toBe(passing);
  });

  it('counts set bits for each probe', () => {
    const filter = new SchemeFilter(s0Schemes.s0, { bits: 9_586, hashes: 3 });
    filter.addFrom(randomIds(seed), 500);
    const ids = Array.from({ length: 1500 }, () => draws.u64());
    const isSet = (bit: number) => (filter.bytes[bit >> 3]! & (1 << (bit & 7))) !== 0;
    const positions = ids.map((id) => filter.positions(id).map(isSet));
    const expected = [0, 1, 2].map((i) => positions.filter((set) => set[i]).length);
    expect(filter.countEachFrom(listed(ids), 1500)).toEqual(expected);
  });

  it('is empty again after clear', () => {
    const filter = new SchemeFilter(s4Scheme, { bits: 2 ** 12, hashes: 7 });
    filter.add('user:1001');
    expect([filter.bitsSet, filter.has('user:1001')]).toEqual([7, true]);
    filter.clear();
    expect([filter.bitsSet, filter.has('user:1001')]).toEqual([0, false]);
  });

  it('refuses shapes beyond its limits and keys of the wrong kind', () => {
    const make = (scheme: Scheme, bits: number, hashes: number) => () =>
      new SchemeFilter(scheme, { bits, hashes });
    expect(make(s0Schemes.s0, 2 ** 31 + 1, 1)).toThrow(RangeError);
    expect(make(s0Schemes.s0, 0, 1)).toThrow(RangeError);
    expect(make(s0Schemes.s0, 8, 1025)).toThrow(RangeError);
    expect(make(s0Schemes.masked, 1000, 7)).toThrow('power of two');
    expect(make(s4Scheme, 2 ** 25, 8)).toThrow('hashes must be an integer 1 … 7');
    expect(() => make(s4Scheme, 8, 7)().has(1n)).toThrow('S4 takes strings');
    expect(() => make(s0Schemes.s0, 8, 7)().has('1')).toThrow('S0 takes ids');
    expect(() => make(s4Scheme, 8, 7)().has('é')).toThrow('ASCII');
  });
});
