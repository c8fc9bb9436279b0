import murmur from 'murmurhash3js-revisited';
import { expect, test } from 'vitest';
import { redissonPositions, redissonShape } from './redisson-filter.ts';

test('10,000 shops at 0.01 give the bits that a cast leaves of 95,850.58, and 7 probes', () => {
  expect(redissonShape(10_000, 0.01)).toEqual({ bits: 95_850, hashes: 7 });
  expect(redissonShape(1, 0.9).hashes).toBe(1);
});

test('position i is h1 plus ceil(i/2) times h2 plus floor(i/2) times h1, without the sign', () => {
  const shape = { bits: 95_850, hashes: 9 };
  for (const id of [1, 9_999, 200_100, Number.MAX_SAFE_INTEGER]) {
    const hex = murmur.x64.hash128(new TextEncoder().encode(`${id}`));
    const [h1, h2] = [BigInt(`0x${hex.slice(0, 16)}`), BigInt(`0x${hex.slice(16)}`)];
    const expected = Array.from({ length: shape.hashes }, (_, i) => {
      const sum = h1 + BigInt(Math.ceil(i / 2)) * h2 + BigInt(Math.floor(i / 2)) * h1;
      return Number((sum % 2n ** 63n) % BigInt(shape.bits));
    });
    expect(redissonPositions(id, shape)).toEqual(expected);
  }
});
