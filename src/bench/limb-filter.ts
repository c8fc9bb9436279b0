import type { Shape } from '../filters/sizing.ts';

/** 64 bits in two halves, each a signed integer of 32: what JavaScript's bit operators make. */
interface Limbs {
  high: number;
  low: number;
}

/**
 * Article S0's filter in JavaScript's 32-bit integers and doubles, for ids below 2^32. From probe
 * to probe only the remainder is stepped: r + h2 mod m, less 2^64 mod m where the sum wraps.
 */
export class LimbFilter {
  readonly bytes: Uint8Array;
  readonly #bits: number;
  readonly #hashes: number;
  /** 2^64 mod m. */
  readonly #wrap: number;
  readonly #first: Limbs = { high: 0, low: 0 };
  readonly #second: Limbs = { high: 0, low: 0 };

  /** @throws RangeError from 2^30 bits on, where positions are no such integers. */
  constructor({ bits, hashes }: Shape) {
    if (bits >= 2 ** 30) throw new RangeError(`bits must be below 2^30, got ${bits}`);
    this.bytes = new Uint8Array(Math.ceil(bits / 8));
    this.#bits = bits;
    this.#hashes = hashes;
    this.#wrap = Number(2n ** 64n % BigInt(bits));
  }

  add(id: number): void {
    this.#hash(id);
    let position = remainder(this.#first, this.#bits);
    const step = remainder(this.#second, this.#bits);
    for (let i = 0; i < this.#hashes; i++) {
      this.bytes[position >>> 3]! |= 1 << (position & 7);
      position = this.#next(position, step);
    }
  }

  has(id: number): boolean {
    return this.probes(id) > this.#hashes;
  }

  /** The probe that met the first bit that is not set, from 1; one more than k for none. */
  probes(id: number): number {
    this.#hash(id);
    let position = remainder(this.#first, this.#bits);
    const step = remainder(this.#second, this.#bits);
    let probe = 1;
    while (probe <= this.#hashes) {
      if (((this.bytes[position >>> 3]! >> (position & 7)) & 1) === 0) return probe;
      position = this.#next(position, step);
      probe++;
    }
    return probe;
  }

  #hash(id: number): void {
    splitmix64(this.#first, 0, id);
    // id xor 0x94d049bb133111eb
    splitmix64(this.#second, 0x94d049bb, id ^ 0x133111eb);
    if (this.#second.high === 0 && this.#second.low === 0) this.#second.low = 1;
  }

  /** Without a branch: whether a sum wraps is a coin toss, which no processor predicts. */
  #next(position: number, step: number): number {
    const first = this.#first;
    const second = this.#second;
    const low = (first.low + second.low) | 0;
    const lowCarry = carry(first.low, second.low, low);
    const high = (first.high + second.high + lowCarry) | 0;
    const wraps = carry(first.high, second.high, high);
    first.low = low;
    first.high = high;
    const bits = this.#bits;
    let next = position - bits + step - (this.#wrap & -wraps);
    next += bits & (next >> 31);
    return next + (bits & (next >> 31));
  }
}

/** Writes splitmix64 of a number to `out`. */
function splitmix64(out: Limbs, idHigh: number, idLow: number): void {
  let low = (idLow + 0x7f4a7c15) | 0;
  let high = (idHigh + 0x9e3779b9 + carry(idLow, 0x7f4a7c15, low)) | 0;
  low ^= (high << 2) | (low >>> 30);
  high ^= high >>> 30;
  high = upper(low, 0x1ce4e5b9) + Math.imul(high, 0x1ce4e5b9) + Math.imul(low, 0xbf58476d);
  low = Math.imul(low, 0x1ce4e5b9);
  low ^= (high << 5) | (low >>> 27);
  high ^= high >>> 27;
  high = upper(low, 0x133111eb) + Math.imul(high, 0x133111eb) + Math.imul(low, 0x94d049bb);
  low = Math.imul(low, 0x133111eb);
  out.low = low ^ ((high << 1) | (low >>> 31));
  out.high = high ^ (high >>> 31);
}

/** The bit that a sum of 32 bits loses: both terms have the highest one, or one and not the sum. */
function carry(x: number, y: number, sum: number): number {
  return ((x & y) | ((x | y) & ~sum)) >>> 31;
}

/** Bits 32 to 63 of a product; 16 bits at a time, for no product may leave 2^53. */
function upper(x: number, y: number): number {
  const xHigh = x >>> 16;
  const xLow = x & 0xffff;
  const yHigh = y >>> 16;
  const yLow = y & 0xffff;
  const middle = xHigh * yLow + ((xLow * yLow) >>> 16);
  const rest = xLow * yHigh + (middle & 0xffff);
  return (xHigh * yHigh + (middle >>> 16) + (rest >>> 16)) | 0;
}

/** x mod m < 2^30, 16 bits at a time: every dividend stays below 2^48, where doubles are exact. */
function remainder({ high, low }: Limbs, bits: number): number {
  const first = ((high >>> 0) % bits) * 0x10000 + (low >>> 16);
  return mod(mod(first, bits) * 0x10000 + (low & 0xffff), bits) | 0;
}

/** Exact below 2^53 and far faster than the operator, which calls a function for doubles. */
function mod(x: number, bits: number): number {
  return x - Math.floor(x / bits) * bits;
}
