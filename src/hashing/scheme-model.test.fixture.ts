import { splitmix64 } from '../filters/bloom-model.test.fixture.ts';

// The schemes in unbounded BigInt arithmetic, written from the articles' formulas alone: what the
// WASM module is compared with.

const u64 = (x: bigint) => BigInt.asUintN(64, x);
const low32 = (x: bigint) => BigInt.asUintN(32, x);
const xor = 0x94d049bb133111ebn;

type Pair = readonly [bigint, bigint];
type Rule = (pair: Pair, i: bigint, m: bigint) => bigint;

const s0Pair = (x: bigint): Pair => [splitmix64(x), splitmix64(x ^ xor) || 1n];

const sum: Rule = ([h1, h2], i, m) => u64(h1 + i * h2) % m;
const square: Rule = ([h1, h2], i, m) => u64(h1 + i * h2 + i * i) % m;

export const secret = 0x0123456789abcdefn;

/** Hash pair and rule of each scheme that hashes ids, by name. */
export const models: Record<string, readonly [(x: bigint) => Pair, Rule]> = {
  S0: [s0Pair, sum],
  // The formula as written, in arithmetic without a limit.
  'S0, mod before multiply': [s0Pair, ([h1, h2], i, m) => (h1 + i * h2) % m],
  'S0, h2 = 0': [(x) => [splitmix64(x), 0n], sum],
  'S0, no mixer': [(x) => [x, x ^ xor || 1n], sum],
  'S0, 32-bit hashes': [(x) => [low32(splitmix64(x)), low32(splitmix64(x ^ xor)) || 1n], sum],
  'S0, m a power of two': [s0Pair, sum],
  'h1 + i·h2 + i²': [s0Pair, square],
  'enhanced double hashing': [
    s0Pair,
    ([h1, h2], i, m) => u64(h1 + i * h2 + (i * i * i - i) / 6n) % m,
  ],
  'triple hashing': [s0Pair, ([h1, h2], i, m) => u64(h1 + i * h2 + i * i * splitmix64(h2)) % m],
  'k independent hashes': [(x) => [x, x], ([x], i, m) => splitmix64(x ^ splitmix64(i)) % m],
  'S3 v3, integers': [(x) => [x, x], square],
  'S0, id xor secret': [(x) => s0Pair(x ^ secret), sum],
  'S0, id mixed with secret': [(x) => s0Pair(splitmix64(x ^ secret)), sum],
};

/** S3's positions from the two hashes of a text. */
export function s3Positions(pair: Pair, hashes: number, bits: number): number[] {
  return Array.from({ length: hashes }, (_, i) => Number(square(pair, BigInt(i), BigInt(bits))));
}
