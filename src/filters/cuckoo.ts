import type { IdSet } from './id-set.ts';
import type { Id } from './ids.ts';
import { murmur32 } from './murmur.ts';
import { PackedArray } from './packed.ts';

/** Places of a bucket; four is what its authors recommend. */
const bucketSize = 4;
/** Fingerprints that may be moved for one insertion before the table counts as full. */
const mostMoves = 500;

/** Where an id may stand. */
interface Places {
  readonly fingerprint: number;
  readonly bucket: number;
}

/**
 * A cuckoo filter (Fan et al. 2014): a fingerprint of each id in one of two buckets. It can delete,
 * but only what is really in it, as often as it was added: two ids of one fingerprint and bucket
 * are one to it, so an id may be added at most eight times. The second bucket is found from the
 * first and the fingerprint by a difference instead of XOR, so that any number of buckets will do.
 */
export class CuckooFilter implements IdSet {
  readonly #fingerprints: PackedArray;
  readonly #buckets: number;
  readonly #fingerprintBits: number;
  /** Chooses whom to move; its sequence is the same in each filter. */
  #choice = 1;

  /** @param fingerprintBits 2 … 16; the places are `capacity`, rounded up to whole buckets. */
  constructor({
    capacity,
    fingerprintBits,
  }: {
    readonly capacity: number;
    readonly fingerprintBits: number;
  }) {
    this.#buckets = Math.ceil(capacity / bucketSize);
    this.#fingerprints = new PackedArray(this.#buckets * bucketSize, fingerprintBits);
    this.#fingerprintBits = fingerprintBits;
  }

  /** @throws RangeError where the filter is full; it then holds what it held before. */
  add(id: Id): void {
    if (!this.tryAdd(id)) throw new RangeError(`the cuckoo filter is full; ${id} was not added`);
  }

  /** Adds an id, or answers `false` where the filter is full and leaves it as it was. */
  tryAdd(id: Id): boolean {
    let { fingerprint, bucket } = this.#placesOf(id);
    if (this.#place(fingerprint, bucket)) return true;
    bucket = this.#other(fingerprint, bucket);
    const moved: number[] = [];
    while (!this.#place(fingerprint, bucket)) {
      if (moved.length === mostMoves) {
        this.#undo(moved, fingerprint);
        return false;
      }
      const index = bucket * bucketSize + this.#choose();
      moved.push(index);
      fingerprint = this.#exchange(index, fingerprint);
      bucket = this.#other(fingerprint, bucket);
    }
    return true;
  }

  has(id: Id): boolean {
    return this.#find(id) >= 0;
  }

  /** Takes back one `add` of this id and tells whether the filter knew it. */
  delete(id: Id): boolean {
    const index = this.#find(id);
    if (index >= 0) this.#fingerprints.set(index, 0);
    return index >= 0;
  }

  get byteLength(): number {
    return this.#fingerprints.byteLength;
  }

  /** 0 marks a free place and is no fingerprint. */
  #placesOf(id: Id): Places {
    const fingerprint = 1 + (murmur32(id, 1) % (2 ** this.#fingerprintBits - 1));
    return { fingerprint, bucket: murmur32(id, 0) % this.#buckets };
  }

  /** Its own inverse: the other bucket of the other bucket is the first. */
  #other(fingerprint: number, bucket: number): number {
    const sum = murmur32(fingerprint, 2) % this.#buckets;
    return (sum - bucket + this.#buckets) % this.#buckets;
  }

  #find(id: Id): number {
    const { fingerprint, bucket } = this.#placesOf(id);
    const index = this.#indexOf(fingerprint, bucket);
    return index >= 0 ? index : this.#indexOf(fingerprint, this.#other(fingerprint, bucket));
  }

  #indexOf(fingerprint: number, bucket: number): number {
    for (let index = bucket * bucketSize; index < (bucket + 1) * bucketSize; index++) {
      if (this.#fingerprints.get(index) === fingerprint) return index;
    }
    return -1;
  }

  #place(fingerprint: number, bucket: number): boolean {
    const free = this.#indexOf(0, bucket);
    if (free >= 0) this.#fingerprints.set(free, fingerprint);
    return free >= 0;
  }

  #exchange(index: number, fingerprint: number): number {
    const before = this.#fingerprints.get(index);
    this.#fingerprints.set(index, fingerprint);
    return before;
  }

  /** Puts back who was moved, the last one first: a lost fingerprint would be a false negative. */
  #undo(moved: readonly number[], homeless: number): void {
    moved.reduceRight((fingerprint, index) => this.#exchange(index, fingerprint), homeless);
  }

  #choose(): number {
    this.#choice = (Math.imul(this.#choice, 1_664_525) + 1_013_904_223) | 0;
    return this.#choice >>> 30;
  }
}
