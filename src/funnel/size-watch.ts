import { BloomFilter } from '../filters/bloom.ts';
import type { IdSet } from '../filters/id-set.ts';
import { type FilterLoad, loadInWords, loadOf } from '../filters/load.ts';

/** Tells of a filter whose size does not fit what is in it: a line when that changes, no more. */
export class SizeWatch {
  readonly #log: (line: string) => void;
  #size: FilterLoad['size'] = 'fits';

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Looks at the set in use after it was built; only a Bloom filter has a size to judge. */
  look(set: IdSet | undefined): void {
    const load = set instanceof BloomFilter ? loadOf(set) : undefined;
    if (load === undefined || load.size === this.#size) return;
    this.#size = load.size;
    this.#log(loadInWords(load));
  }
}
