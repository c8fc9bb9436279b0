import { expect, it } from 'vitest';
import { splitmix64 } from '../filters/bloom-model.test.fixture.ts';
import { bitFlips, hashBuckets } from './mixing.ts';
import { s0Schemes } from './schemes.ts';
import { idsFrom, randomIds } from './streams.ts';

it('flips of a bit are counted as the model of the mixer flips them', () => {
  const count = 1100;
  const ids = new BigUint64Array(count);
  randomIds([1n, 2n, 3n, 4n]).fill(ids);
  const flips = bitFlips(s0Schemes.s0, randomIds([1n, 2n, 3n, 4n]), count);
  for (const [input, output] of [
    [0n, 0n],
    [0n, 63n],
    [63n, 0n],
    [31n, 40n],
  ] as const) {
    const flipped = [...ids].filter((id) => {
      return ((splitmix64(id) ^ splitmix64(id ^ (1n << input))) >> output) & 1n;
    });
    expect(flips[Number(64n * input + output)]).toBe(flipped.length);
  }
});

it('without a mixer each bit flips itself and nothing else', () => {
  const flips = bitFlips(s0Schemes.noMixer, randomIds([1n, 2n, 3n, 4n]), 50);
  expect([...flips]).toEqual(
    Array.from({ length: 4096 }, (_, at) => (at % 64 === Math.floor(at / 64) ? 50 : 0)),
  );
});

it('hashes are counted by the ten bits asked for', () => {
  for (const shift of [0, 54]) {
    const expected = new Uint32Array(1024);
    for (let id = 1n; id <= 3000n; id++) {
      expected[Number((splitmix64(id) >> BigInt(shift)) & 1023n)]! += 1;
    }
    expect(hashBuckets(s0Schemes.s0, idsFrom(1n), 3000, shift)).toEqual(expected);
  }
});
