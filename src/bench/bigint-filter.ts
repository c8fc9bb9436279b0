import type { Shape } from '../filters/sizing.ts';

/** Article S0's filter as its formulas read, with JavaScript's unbounded integers. */
export class BigIntFilter {
  readonly bytes: Uint8Array;
  readonly #bits: bigint;
  readonly #hashes: number;

  constructor({ bits, hashes }: Shape) {
    this.bytes = new Uint8Array(Math.ceil(bits / 8));
    this.#bits = BigInt(bits);
    this.#hashes = hashes;
  }

  add(id: bigint): void {
    const second = secondHash(id);
    let sum = splitmix64(id);
    for (let i = 0; i < this.#hashes; i++) {
      const position = Number(sum % this.#bits);
      this.bytes[position >>> 3]! |= 1 << (position & 7);
      sum = BigInt.asUintN(64, sum + second);
    }
  }

  has(id: bigint): boolean {
    const second = secondHash(id);
    let sum = splitmix64(id);
    for (let i = 0; i < this.#hashes; i++) {
      const position = Number(sum % this.#bits);
      if (((this.bytes[position >>> 3]! >> (position & 7)) & 1) === 0) return false;
      sum = BigInt.asUintN(64, sum + second);
    }
    return true;
  }
}

function secondHash(id: bigint): bigint {
  return splitmix64(id ^ 0x94d049bb133111ebn) || 1n;
}

function splitmix64(id: bigint): bigint {
  let x = BigInt.asUintN(64, id + 0x9e3779b97f4a7c15n);
  x = BigInt.asUintN(64, (x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
  x = BigInt.asUintN(64, (x ^ (x >> 27n)) * 0x94d049bb133111ebn);
  return x ^ (x >> 31n);
}
