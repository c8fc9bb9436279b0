import type { IdSet } from './id-set.ts';
import { checkId, type Id } from './ids.ts';

/**
 * A set that puts a secret between ids and the set that holds them, so that nobody without it can
 * work out which absent ids pass. The id xored with the secret alone would not do: S0's hashes of
 * `x` and of `x xor 0x94d049bb133111eb` change places whatever is xored into both. Here a
 * splitmix64 stands between. `byteLength` is that of the set inside.
 */
export class KeyedSet implements IdSet {
  readonly #inside: IdSet;
  readonly #secret: bigint;

  /** `secret` is drawn anew for each set, 64 bits that nobody can guess. */
  constructor(inside: IdSet, secret: bigint) {
    this.#inside = inside;
    this.#secret = secret;
  }

  add(id: Id): void {
    this.#inside.add(this.#mixed(id));
  }

  has(id: Id): boolean {
    return this.#inside.has(this.#mixed(id));
  }

  get byteLength(): number {
    return this.#inside.byteLength;
  }

  #mixed(id: Id): bigint {
    checkId(id);
    return splitmix64(BigInt(id) ^ this.#secret);
  }
}

/** The mixer of article S0, one to one on 64 bits (Steele, Lea and Flood 2014). */
function splitmix64(x: bigint): bigint {
  const u64 = (value: bigint) => BigInt.asUintN(64, value);
  let z = u64(x + 0x9e3779b97f4a7c15n);
  z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}
