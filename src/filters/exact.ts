import type { IdSet } from './id-set.ts';
import { checkId, type Id } from './ids.ts';

// The rivals of the Bloom filter: sets that are exact, or nearly, and often smaller. They take
// ids as the filter does, with its errors; `1` and `1n` are the same id.

const u32End = 2 ** 32;

/**
 * The smallest and the largest id. Exact for ids without holes; an absent id in a hole passes.
 * `byteLength` is the two 64-bit numbers, without the object around them.
 */
export class RangeSet implements IdSet {
  #smallest: Id = Number.POSITIVE_INFINITY;
  #largest: Id = Number.NEGATIVE_INFINITY;

  add(id: Id): void {
    checkId(id);
    if (id < this.#smallest) this.#smallest = id;
    if (id > this.#largest) this.#largest = id;
  }

  has(id: Id): boolean {
    checkId(id);
    return id >= this.#smallest && id <= this.#largest;
  }

  get byteLength(): number {
    return 16;
  }
}

/**
 * One bit an id from `first` to `last`, for ids below 2^32: 25,000 bytes for ids 1 … 200,000.
 * A larger id makes it grow to at least the double. `byteLength` is the array as it is allocated.
 */
export class BitmapSet implements IdSet {
  readonly #first: number;
  #bytes: Uint8Array;

  /** @throws RangeError unless 0 <= first <= last < 2^32, integers. */
  constructor({ first, last }: { readonly first: number; readonly last: number }) {
    checkU32(first);
    checkU32(last);
    if (first > last) throw new RangeError(`first ${first} is larger than last ${last}`);
    this.#first = first;
    this.#bytes = new Uint8Array(bytesFor(last - first + 1));
  }

  /** @throws RangeError also for an id below `first` or from 2^32 on. */
  add(id: Id): void {
    const bit = checkU32(id) - this.#first;
    if (bit < 0) throw new RangeError(`the bitmap begins at id ${this.#first}, got ${id}`);
    if (bit >= 8 * this.#bytes.length) this.#grow(bit);
    this.#bytes[bit >>> 3]! |= 1 << (bit & 7);
  }

  has(id: Id): boolean {
    checkId(id);
    const bit = Number(id) - this.#first;
    if (bit < 0 || bit >= 8 * this.#bytes.length) return false;
    return ((this.#bytes[bit >>> 3]! >> (bit & 7)) & 1) === 1;
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  #grow(bit: number): void {
    const most = bytesFor(u32End - this.#first);
    const doubled = Math.min(2 * this.#bytes.length, most);
    const grown = new Uint8Array(Math.max(bytesFor(bit + 1), doubled));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/**
 * A sorted `Uint32Array` with binary search, for ids below 2^32: 4 bytes an id. Adding ids in
 * ascending order is cheap, any other order moves what lies behind. `byteLength` is the array as
 * it is allocated: `capacity` ids, doubled when they are exceeded.
 */
export class SortedSet implements IdSet {
  #ids: Uint32Array;
  #size = 0;

  /** @throws RangeError unless `capacity` is an integer 0 … 2^32 - 1. */
  constructor(capacity = 0) {
    this.#ids = new Uint32Array(checkU32(capacity));
  }

  /** @throws RangeError also for an id from 2^32 on. */
  add(id: Id): void {
    const value = checkU32(id);
    const at = this.#indexOf(value);
    if (at < this.#size && this.#ids[at] === value) return;
    if (this.#size === this.#ids.length) this.#grow();
    this.#ids.copyWithin(at + 1, at, this.#size);
    this.#ids[at] = value;
    this.#size++;
  }

  has(id: Id): boolean {
    checkId(id);
    const at = this.#indexOf(Number(id));
    return at < this.#size && this.#ids[at] === Number(id);
  }

  get byteLength(): number {
    return this.#ids.byteLength;
  }

  /** Where the first id that is not smaller than `value` stands. */
  #indexOf(value: number): number {
    let low = 0;
    let high = this.#size;
    if (high > 0 && this.#ids[high - 1]! < value) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ids[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const grown = new Uint32Array(Math.max(4, 2 * this.#ids.length));
    grown.set(this.#ids);
    this.#ids = grown;
  }
}

/** Bytes of one number outside the set's own table: V8 keeps integers from 2^31 as objects. */
const boxedNumberBytes = 16;
const boxedBigintBytes = 24;
const smallIntegerEnd = 2 ** 31;

/**
 * A JavaScript `Set`, exact for all ids. JavaScript does not tell its size, so `byteLength` is
 * computed from V8's table without pointer compression, as Node has it: a power of two of places,
 * 20 bytes each, doubled when full, and 16 bytes for a number from 2^31 on, 24 for a bigint.
 */
export class HashSet implements IdSet {
  readonly #ids = new Set<Id>();
  #boxedBytes = 0;

  add(id: Id): void {
    const key = canonical(id);
    if (this.#ids.has(key)) return;
    this.#ids.add(key);
    if (typeof key === 'bigint') this.#boxedBytes += boxedBigintBytes;
    else if (key >= smallIntegerEnd) this.#boxedBytes += boxedNumberBytes;
  }

  has(id: Id): boolean {
    return this.#ids.has(canonical(id));
  }

  get byteLength(): number {
    const places = Math.max(4, 2 ** Math.ceil(Math.log2(this.#ids.size)));
    return 20 * places + this.#boxedBytes;
  }
}

/** A bigint stays one only where no safe integer has its value, so that `1n` finds `1`. */
function canonical(id: Id): Id {
  checkId(id);
  return id <= Number.MAX_SAFE_INTEGER ? Number(id) : id;
}

function checkU32(id: Id): number {
  checkId(id);
  if (id >= u32End) throw new RangeError(`this set takes ids below 2^32, got ${id}`);
  return Number(id);
}

function bytesFor(bits: number): number {
  return Math.ceil(bits / 8);
}
