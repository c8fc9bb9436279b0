/** What a request got from a load: its own or another's. */
export interface Landed<T> {
  readonly value: T;
  /** `true` where the load was another request's. */
  readonly joined: boolean;
}

/**
 * Joins loads of one id ("single flight"): while one is under way, later requests for the id wait
 * for it instead of loading too. A load that fails fails for all who joined it and for no one else.
 */
export class Flights<T> {
  readonly #enabled: boolean;
  readonly #flying = new Map<string, Promise<T>>();

  /** `enabled: false` lets every request load for itself, to show the stampede. */
  constructor(options: { readonly enabled: boolean }) {
    this.#enabled = options.enabled;
  }

  async fly(id: string, load: () => Promise<T>): Promise<Landed<T>> {
    if (!this.#enabled) return { value: await load(), joined: false };
    const other = this.#flying.get(id);
    if (other !== undefined) return { value: await other, joined: true };
    const own = load();
    this.#flying.set(id, own);
    try {
      return { value: await own, joined: false };
    } finally {
      // Only our own entry: it may have been forgotten and replaced meanwhile.
      if (this.#flying.get(id) === own) this.#flying.delete(id);
    }
  }

  /**
   * Lets no later request join the load of `id` that is under way: what it read may be older than
   * a change that is about to be announced.
   */
  forget(id: string): void {
    this.#flying.delete(id);
  }
}
