import { SchemeFilter } from '../hashing/filter.ts';
import { s4Scheme } from '../hashing/schemes.ts';

/** Article S4's size, 2 << 24 bits, and its seven seeds. */
const shape = { bits: 2 ** 25, hashes: 7 };

/** Article S4's filter of strings, with its answers to a missing string. */
export class StringFilter {
  readonly #filter = new SchemeFilter(s4Scheme, shape);

  /** @throws TypeError for null, where Java throws a NullPointerException */
  add(value: string | null): void {
    if (value === null) throw new TypeError('the string to add is null');
    this.#filter.add(value);
  }

  mightContain(value: string | null): boolean {
    return value !== null && this.#filter.has(value);
  }

  /** The bit that each of the seven functions gives for a string. */
  positions(value: string): number[] {
    return this.#filter.positions(value);
  }

  /** Sets every bit. */
  fill(): void {
    this.#filter.bytes.fill(0xff);
  }

  get bits(): number {
    return this.#filter.bits;
  }
}
