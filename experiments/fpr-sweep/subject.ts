import { BloomFilter } from '../../src/filters/bloom.ts';
import type { Shape } from '../../src/filters/sizing.ts';
import { SchemeFilter } from '../../src/hashing/filter.ts';
import { otherSchemes } from '../../src/hashing/schemes.ts';
import type { IdStream } from '../../src/hashing/streams.ts';
import type { SchemeName } from './plan.ts';

/** A filter that takes its ids from streams, whatever its scheme. */
export interface Subject {
  addFrom(ids: IdStream, count: number): void;
  /** How many of the next `count` ids are maybe present. */
  countFrom(ids: IdStream, count: number): number;
  readonly bitsSet: number;
}

/** An empty filter: the product's own, or one of the schemes that it is held against. */
export function subjectOf(scheme: SchemeName, shape: Shape): Subject {
  return scheme === 'double'
    ? new ProductFilter(shape)
    : new SchemeFilter(otherSchemes[scheme], shape);
}

class ProductFilter implements Subject {
  readonly #filter: BloomFilter;
  readonly #block = new BigUint64Array(4096);

  constructor(shape: Shape) {
    this.#filter = new BloomFilter(shape);
  }

  addFrom(ids: IdStream, count: number): void {
    for (const block of this.#blocks(ids, count)) this.#filter.addMany(block);
  }

  countFrom(ids: IdStream, count: number): number {
    let found = 0;
    for (const block of this.#blocks(ids, count)) found += this.#filter.countMany(block);
    return found;
  }

  get bitsSet(): number {
    return this.#filter.bitsSet;
  }

  *#blocks(ids: IdStream, count: number): Generator<BigUint64Array> {
    for (let left = count; left > 0; left -= this.#block.length) {
      const block = this.#block.subarray(0, Math.min(left, this.#block.length));
      ids.fill(block);
      yield block;
    }
  }
}
