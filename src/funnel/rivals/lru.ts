/** A map of bounded size that forgets the entry that was not used for the longest time. */
export class Lru<K, V> {
  readonly #capacity: number;
  /** A `Map` keeps the order of insertion: the first entry is the one to forget. */
  readonly #entries = new Map<K, V>();

  /** `capacity`: entries, from 1. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#capacity) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }
}
