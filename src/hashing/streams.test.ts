import { describe, expect, it } from 'vitest';
import { LabError } from '../errors.ts';
import { random } from '../workload/random.ts';
import {
  type IdStream,
  idsFrom,
  type KeyShape,
  keyShapes,
  permutedSides,
  randomIds,
  randomSides,
  sidesOf,
  xored,
} from './streams.ts';

function take(stream: IdStream, count: number): bigint[] {
  const block = new BigUint64Array(count);
  stream.fill(block);
  return [...block];
}

describe('random ids', () => {
  it('are those that xoshiro256** publishes for the state 1, 2, 3, 4', () => {
    expect(take(randomIds([1n, 2n, 3n, 4n]), 10)).toEqual([
      11520n,
      0n,
      1509978240n,
      1215971899390074240n,
      1216172134540287360n,
      607988272756665600n,
      16172922978634559625n,
      8476171486693032832n,
      10595114339597558777n,
      2904607092377533576n,
    ]);
  });

  it('do not depend on the blocks in which they are asked for', () => {
    const [whole, parts] = [randomIds([1n, 2n, 3n, 4n]), randomIds([1n, 2n, 3n, 4n])];
    expect([...take(parts, 1), ...take(parts, 1500), ...take(parts, 2099)]).toEqual(
      take(whole, 3600),
    );
  });

  it('are refused for the state that gives nothing but 0', () => {
    expect(() => randomIds([0n, 0n, 0n, 0n])).toThrow(RangeError);
  });

  it('of both sides reach over all 64 bits and never meet', () => {
    const { members, probes } = sidesOf('random', 1, random('streams.test'));
    const [present, absent] = [take(members, 50_000), take(probes, 50_000)];
    expect(new Set([...present, ...absent]).size).toBe(100_000);
    expect(present.every((id) => id < 2n ** 63n)).toBe(true);
    expect(absent.every((id) => id >= 2n ** 63n)).toBe(true);
    // All 2048 values of the top 11 bits: one is missed with a chance of 2048·e^-48.
    expect(new Set([...present, ...absent].map((id) => id >> 53n)).size).toBe(2048);
  });

  it('are the same for the same seed and others for another', () => {
    const first = (seed: string) => take(sidesOf('random', 1, random(seed)).members, 3);
    expect(first('a')).toEqual(first('a'));
    expect(first('a')).not.toEqual(first('b'));
  });
});

describe('ids of a shape', () => {
  const from = 2n ** 64n;
  const shapes: [KeyShape, bigint[], bigint[]][] = [
    ['contiguous', [1n, 2n, 3n], [4n, 5n]],
    ['even-odd', [0n, 2n, 4n], [7n, 9n]],
    ['stride-1000', [1000n, 2000n, 3000n], [4000n, 5000n]],
    ['stride-2^32', [0n, 2n ** 32n, 2n ** 33n], [3n * 2n ** 32n, 2n ** 34n]],
    ['shifted-40', [0n, 2n ** 40n, 2n ** 41n], [3n * 2n ** 40n, 2n ** 42n]],
    ['bit-reversed', [0n, 2n ** 63n, 2n ** 62n], [2n ** 63n + 2n ** 62n, 2n ** 61n]],
    ['near-2^64', [from - 1n, from - 2n, from - 3n], [from - 4n, from - 5n]],
  ];

  it.each(shapes)('%s are what the shape says', (shape, present, absent) => {
    const { members, probes } = sidesOf(shape, 3, random('streams.test'));
    expect(take(members, 3)).toEqual(present);
    expect(take(probes, 2)).toEqual(absent);
  });

  it('snowflake are four a millisecond of one machine', () => {
    const ids = take(sidesOf('snowflake', 9, random('streams.test')).members, 9);
    expect(ids.map((id) => id & 0xfffn)).toEqual([0n, 1n, 2n, 3n, 0n, 1n, 2n, 3n, 0n]);
    expect(ids.map((id) => (id >> 12n) & 0x3ffn)).toEqual(ids.map(() => 1n));
    expect(ids.map((id) => (id >> 22n) - (ids[0]! >> 22n))).toEqual(
      [0, 0, 0, 0, 1, 1, 1, 1, 2].map(BigInt),
    );
  });

  it.each(keyShapes)('%s never repeat, within a side or across', (shape) => {
    const { members, probes } = sidesOf(shape, 20_000, random('streams.test'));
    const ids = [...take(members, 20_000), ...take(probes, 20_000)];
    expect(new Set(ids).size).toBe(40_000);
  });

  it('end rather than repeat', () => {
    const { members, probes } = sidesOf('shifted-40', 2 ** 24 - 2, random('streams.test'));
    expect(take(probes, 2)).toEqual([from - 2n ** 41n, from - 2n ** 40n]);
    expect(() => take(probes, 1)).toThrow('the stream has 0 ids left');
    expect(() => take(members, 2 ** 24 - 1)).toThrow(RangeError);
  });

  it('are refused when the shape has fewer than asked for', () => {
    for (const n of [0, 1.5, 2 ** 24]) {
      expect(() => sidesOf('shifted-40', n, random('streams.test'))).toThrow(LabError);
    }
  });
});

describe('other streams', () => {
  it('of narrow random ids differ in the top bit of their width', () => {
    const { members, probes } = randomSides(random('streams.test'), 5);
    expect(new Set(take(members, 1000))).toEqual(
      new Set(Array.from({ length: 16 }, (_, i) => BigInt(i))),
    );
    expect(new Set(take(probes, 1000))).toEqual(
      new Set(Array.from({ length: 16 }, (_, i) => BigInt(16 + i))),
    );
  });

  it('count from any id on and wrap at 2^64', () => {
    expect(take(idsFrom(2n ** 64n - 2n), 4)).toEqual([2n ** 64n - 2n, 2n ** 64n - 1n, 0n, 1n]);
  });

  it('xored with a mask are the ids xored with it', () => {
    expect(take(xored(idsFrom(4n), 2n ** 63n + 5n), 2)).toEqual([2n ** 63n + 1n, 2n ** 63n]);
  });

  it('of permuted ids give every integer once, and then end', () => {
    const { members, probes } = permutedSides(5000, 2000, random('streams.test'));
    const ids = [...take(members, 2000), ...take(probes, 3000)];
    expect(ids.toSorted((a, b) => Number(a - b))).toEqual(take(idsFrom(0n), 5000));
    expect(ids).not.toEqual(take(idsFrom(0n), 5000));
    expect(() => take(members, 1)).toThrow(RangeError);
    expect(() => take(probes, 1)).toThrow(RangeError);
  });
});
