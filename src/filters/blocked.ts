import type { IdSet } from './id-set.ts';
import type { Id } from './ids.ts';
import { murmur32 } from './murmur.ts';

/** A cache line of 64 bytes. */
const blockBits = 512;
const blockBytes = blockBits / 8;
/** Bits of a position within its block, and how many of them a hash of 32 bits gives. */
const positionBits = 9;
const positionsPerHash = 3;

/**
 * A Bloom filter in blocks of 512 bits (Putze, Sanders and Singler 2007): all probes of an id lie
 * in one cache line. Some blocks get more ids than others, which raises the false-positive rate.
 */
export class BlockedBloomFilter implements IdSet {
  readonly #bytes: Uint8Array;
  readonly #blocks: number;
  readonly #hashes: number;

  /** At least `bits`, in whole blocks. */
  constructor({ bits, hashes }: { readonly bits: number; readonly hashes: number }) {
    this.#blocks = Math.ceil(bits / blockBits);
    this.#bytes = new Uint8Array(this.#blocks * blockBytes);
    this.#hashes = hashes;
  }

  add(id: Id): void {
    for (const bit of this.#positions(id)) this.#bytes[bit >>> 3]! |= 1 << (bit & 7);
  }

  has(id: Id): boolean {
    return this.#positions(id).every((bit) => ((this.#bytes[bit >>> 3]! >> (bit & 7)) & 1) === 1);
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  #positions(id: Id): number[] {
    const block = Math.floor((murmur32(id, 0) / 2 ** 32) * this.#blocks);
    let hash = 0;
    return Array.from({ length: this.#hashes }, (_, i) => {
      if (i % positionsPerHash === 0) hash = murmur32(id, 1 + i / positionsPerHash);
      const shift = positionBits * (i % positionsPerHash);
      return block * blockBits + ((hash >>> shift) & (blockBits - 1));
    });
  }
}
