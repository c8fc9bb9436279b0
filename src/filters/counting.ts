import type { IdSet } from './id-set.ts';
import type { Id } from './ids.ts';
import { murmur32 } from './murmur.ts';
import { PackedArray } from './packed.ts';
import type { Shape } from './sizing.ts';

const counterBits = 4;

/** Where a counter of four bits ends. */
const largestCount = 2 ** counterBits - 1;

/**
 * A Bloom filter with a counter of four bits in place of each bit (Fan et al. 2000), so that what
 * was added can be deleted: as often as it was added, for unlike the other sets it counts. A
 * counter that has reached 15 stays there for ever; else a deletion could take a bit from others.
 */
export class CountingBloomFilter implements IdSet {
  readonly #counters: PackedArray;
  readonly #hashes: number;

  /** As many counters as a Bloom filter of this shape has bits. */
  constructor({ bits, hashes }: Shape) {
    this.#counters = new PackedArray(bits, counterBits);
    this.#hashes = hashes;
  }

  add(id: Id): void {
    this.#change(id, 1);
  }

  has(id: Id): boolean {
    const [first, second] = [murmur32(id, 1), murmur32(id, 2)];
    for (let probe = 0; probe < this.#hashes; probe++) {
      if (this.#counters.get((first + probe * second) % this.#counters.length) === 0) return false;
    }
    return true;
  }

  /**
   * Takes back one `add` of this id and tells whether the filter knew it. An id that was never
   * added but passes takes counts from others, as in any filter that deletes.
   */
  delete(id: Id): boolean {
    const known = this.has(id);
    if (known) this.#change(id, -1);
    return known;
  }

  /** The largest count of any counter. */
  get largest(): number {
    let largest = 0;
    for (let at = 0; at < this.#counters.length; at++) {
      largest = Math.max(largest, this.#counters.get(at));
    }
    return largest;
  }

  get byteLength(): number {
    return this.#counters.byteLength;
  }

  /** The same position twice is counted twice, and taken back twice. */
  #change(id: Id, by: 1 | -1): void {
    const [first, second] = [murmur32(id, 1), murmur32(id, 2)];
    for (let probe = 0; probe < this.#hashes; probe++) {
      const at = (first + probe * second) % this.#counters.length;
      const count = this.#counters.get(at);
      if (count < largestCount) this.#counters.set(at, count + by);
    }
  }
}
