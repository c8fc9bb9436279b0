import { BloomFilter } from '../../src/filters/bloom.ts';
import type { Shape } from '../../src/filters/sizing.ts';
import { SchemeFilter } from '../../src/hashing/filter.ts';
import { otherSchemes } from '../../src/hashing/schemes.ts';
import { forEachBlock, type IdStream } from '../../src/hashing/streams.ts';
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

  constructor(shape: Shape) {
    this.#filter = new BloomFilter(shape);
  }

  addFrom(ids: IdStream, count: number): void {
    forEachBlock(ids, count, (block) => this.#filter.addMany(block));
  }

  countFrom(ids: IdStream, count: number): number {
    let found = 0;
    forEachBlock(ids, count, (block) => {
      found += this.#filter.countMany(block);
    });
    return found;
  }

  get bitsSet(): number {
    return this.#filter.bitsSet;
  }
}
