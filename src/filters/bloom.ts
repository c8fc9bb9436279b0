import { decode, encode, refused } from './format.ts';
import type { IdSet } from './id-set.ts';
import { checkId, checkIds, fillBlock, type Id, type Ids, show } from './ids.ts';
import type { Kernel } from './kernel.ts';
import { createKernel } from './module.ts';
import { checkCapacity, checkShape, type Shape, sizeFor } from './sizing.ts';
import { expectedFill, rateFromFill } from './theory.ts';

/** How many standard deviations of the fill are taken for noise; 5 err once in millions. */
const noiseDeviations = 5;

/**
 * The Bloom filter of splitmix64 and double hashing over a WASM memory of its own. It never says
 * "no" to an id that was added; to others it says "maybe" at the false-positive rate. Empty, it
 * says "no" to everything. Its memory is freed when the object is collected.
 *
 * Every method that takes ids throws a TypeError for what is neither number nor bigint, and a
 * RangeError for a number that is no safe integer from 0 or a bigint outside 0 … 2^64 - 1.
 */
export class BloomFilter implements IdSet {
  readonly bits: number;
  readonly hashes: number;
  /** Ids that the filter was sized for; `undefined` when it was made from bits and hashes. */
  readonly capacity: number | undefined;
  readonly #kernel: Kernel;
  readonly #hasU32: (id: number) => number;
  readonly #addU32: (id: number) => void;

  /**
   * An empty filter of `bits` (1 … 2^35 - 2^21) and `hashes` (1 … 1024).
   * @throws RangeError beyond these limits, before anything is allocated; LabError when the
   * machine does not give the memory.
   *
   * @param kernel the filter in a shared memory, of the same shape; else one is made
   */
  constructor(
    { bits, hashes, capacity }: Shape & { readonly capacity?: number | undefined },
    kernel?: Kernel,
  ) {
    checkShape({ bits, hashes });
    if (capacity !== undefined) checkCapacity(capacity);
    this.bits = bits;
    this.hashes = hashes;
    this.capacity = capacity;
    this.#kernel = kernel ?? createKernel({ bits, hashes });
    this.#hasU32 = this.#kernel.calls.hasU32;
    this.#addU32 = this.#kernel.calls.addU32;
  }

  /**
   * An empty filter for `n` ids (from 1) at false-positive rate `p` (between 0 and 1), sized by
   * `sizeFor`. @throws as `sizeFor` and the constructor do.
   */
  static forCapacity(n: number, p: number): BloomFilter {
    return new BloomFilter({ ...sizeFor(n, p), capacity: n });
  }

  /**
   * The filter that `toBytes` stored. Nothing of a damaged one is used.
   * @throws LabError that says what is wrong with the bytes; TypeError for what is no Uint8Array.
   */
  static fromBytes(bytes: Uint8Array): BloomFilter {
    if (!(bytes instanceof Uint8Array)) {
      throw new TypeError(`a stored filter must be a Uint8Array, got ${show(bytes)}`);
    }
    const { header, bits } = decode(bytes);
    const filter = new BloomFilter(header);
    filter.#kernel.bytes.set(bits);
    if (filter.bitsSet !== header.bitsSet) {
      throw refused(`it has ${filter.bitsSet} bits set, and its header says ${header.bitsSet}`);
    }
    return filter;
  }

  /** The filter as bytes for a file or another process; the layout is in format.ts. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return encode(this, this.#kernel.bytes);
  }

  add(id: Id): void {
    if (typeof id === 'number' && id >>> 0 === id) {
      this.#addU32(id);
      return;
    }
    checkId(id);
    if (typeof id === 'number') this.#kernel.calls.addF64(id);
    else this.#kernel.calls.addU64(id);
  }

  has(id: Id): boolean {
    if (typeof id === 'number' && id >>> 0 === id) return this.#hasU32(id) !== 0;
    checkId(id);
    const { calls } = this.#kernel;
    return (typeof id === 'number' ? calls.hasF64(id) : calls.hasU64(id)) !== 0;
  }

  /** Adds all of `ids`, or none when one of them is refused. */
  addMany(ids: Ids): void {
    checkIds(ids);
    const { calls, ids: block } = this.#kernel;
    for (let start = 0; start < ids.length; start += block.length) {
      calls.addBlock(fillBlock(this.#kernel, ids, start));
    }
  }

  /**
   * Writes 1 (maybe) or 0 (no) for each of `ids` to `out` and returns it.
   * @throws RangeError when `out` is shorter than `ids`.
   */
  hasMany(ids: Ids, out?: Uint8Array): Uint8Array {
    checkIds(ids);
    const filled = out ?? new Uint8Array(ids.length);
    if (filled.length < ids.length) {
      throw new RangeError(`out has ${filled.length} places for ${ids.length} answers`);
    }
    const { calls, ids: block, answers } = this.#kernel;
    for (let start = 0; start < ids.length; start += block.length) {
      const count = fillBlock(this.#kernel, ids, start);
      calls.hasBlock(count);
      filled.set(answers.subarray(0, count), start);
    }
    return filled;
  }

  /** How many of `ids` are maybe present; several times as fast as asking for the answers. */
  countMany(ids: Ids): number {
    checkIds(ids);
    const { calls, ids: block } = this.#kernel;
    let count = 0;
    for (let start = 0; start < ids.length; start += block.length) {
      count += calls.countBlock(fillBlock(this.#kernel, ids, start));
    }
    return count;
  }

  /**
   * How many ids of `from` … `to`, both included, are maybe present. 4 to 25 ns an id.
   * @throws RangeError when `from` is larger than `to`.
   */
  countRange(from: Id, to: Id): number {
    checkRange(from, to);
    return Number(this.#kernel.calls.countRange(BigInt(from), BigInt(to)));
  }

  /**
   * The first ids of `from` … `to`, both included, that are maybe present, at most `limit`.
   * @throws RangeError when `from` is larger than `to` or `limit` is no integer from 0.
   */
  findRange(from: Id, to: Id, limit: number): bigint[] {
    checkRange(from, to);
    if (!Number.isSafeInteger(limit) || limit < 0) {
      throw new RangeError(`limit must be an integer from 0, got ${show(limit)}`);
    }
    const { calls, ids: block } = this.#kernel;
    const found: bigint[] = [];
    const end = BigInt(to);
    let next = BigInt(from);
    while (found.length < limit && next <= end) {
      const wanted = Math.min(limit - found.length, block.length);
      const count = calls.findRange(next, end, wanted);
      found.push(...block.subarray(0, count));
      if (count < wanted) break;
      next = block[count - 1]! + 1n;
    }
    return found;
  }

  /** Counted anew at each call: some 0.04 ms per MB. */
  get bitsSet(): number {
    return Number(this.#kernel.calls.bitsSet());
  }

  /** The share of bits that are set, 0 … 1. */
  get fillRatio(): number {
    return this.bitsSet / this.bits;
  }

  /** The rate at which absent ids pass now, judged by set bits, not by calls of `add`. */
  get estimatedFalsePositiveRate(): number {
    return rateFromFill(this, this.bitsSet);
  }

  /**
   * Whether more bits are set than `capacity` ids set but for noise, so that repeated ids do not
   * count. `false` when the capacity is unknown; a filter of a few bits cannot tell.
   */
  get overCapacity(): boolean {
    if (this.capacity === undefined) return false;
    const { mean, variance } = expectedFill(this, this.capacity);
    return this.fillRatio > mean + noiseDeviations * Math.sqrt(variance);
  }

  /**
   * Bytes of the whole WASM memory, in pages of 64 KiB: ceil(m/8), and less than 82 KiB beside them.
   * In a shared memory each reader takes 18 KiB more.
   */
  get byteLength(): number {
    return this.#kernel.memoryBytes;
  }
}

function checkRange(from: Id, to: Id): void {
  checkId(from, 'from');
  checkId(to, 'to');
  if (from > to) throw new RangeError(`from ${from} is larger than to ${to}`);
}
