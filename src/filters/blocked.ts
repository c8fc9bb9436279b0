import type { IdSet } from './id-set.ts';
import type { Id } from './ids.ts';
import { murmur32 } from './murmur.ts';
import type { Shape } from './sizing.ts';

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
  constructor({ bits, hashes }: Shape) {
    this.#blocks = Math.ceil(bits / blockBits);
    this.#bytes = new Uint8Array(this.#blocks * blockBytes);
    this.#hashes = hashes;
  }

  add(id: Id): void {
    const block = this.#blockOf(id);
    for (let probe = 0, hash = 0; probe < this.#hashes; probe++) {
      hash = nextHash(id, probe, hash);
      const bit = bitOf(hash, probe);
      this.#bytes[block + (bit >>> 3)]! |= 1 << (bit & 7);
    }
  }

  has(id: Id): boolean {
    const block = this.#blockOf(id);
    for (let probe = 0, hash = 0; probe < this.#hashes; probe++) {
      hash = nextHash(id, probe, hash);
      const bit = bitOf(hash, probe);
      if (((this.#bytes[block + (bit >>> 3)]! >> (bit & 7)) & 1) === 0) return false;
    }
    return true;
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  /** Where the id's block begins. */
  #blockOf(id: Id): number {
    return Math.floor((murmur32(id, 0) / 2 ** 32) * this.#blocks) * blockBytes;
  }
}

/** A hash gives three positions; the next probe takes a new one. */
function nextHash(id: Id, probe: number, hash: number): number {
  return probe % positionsPerHash === 0 ? murmur32(id, 1 + probe / positionsPerHash) : hash;
}

function bitOf(hash: number, probe: number): number {
  return (hash >>> (positionBits * (probe % positionsPerHash))) & (blockBits - 1);
}
