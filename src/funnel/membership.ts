import type { IdSet } from '../filters/id-set.ts';
import { requireId } from './sku-id.ts';

/** Makes an empty set for the ids of a table. */
export type SetFactory = (table: TableSize) => IdSet;

/** What a set must have room for. */
export interface TableSize {
  readonly rows: number;
  /** The largest id, as decimal text; `'0'` for an empty table. */
  readonly maxId: string;
}

/** What a rebuild reads: the table's size and all its ids, in pages. */
export interface IdSource {
  size(): Promise<TableSize>;
  pages(): AsyncIterable<readonly string[]>;
}

/** What the filter must know of ids that other processes insert; see `IdNews`. */
export interface OtherInserts {
  /** Two moments of one version have no gap between them. */
  readonly version: number;
  /** Whether nothing has been missed lately. */
  readonly current: boolean;
  /** What was announced and may be committed after a scan has begun. */
  retained(): AsyncIterable<readonly string[]>;
  /** Told when `retained` failed: a set has missed some of it. */
  missed(): void;
}

/**
 * The filter in front of the cache: the set in use, the one being built beside it, and the swap.
 *
 * A set that has not been built lets everything through (fail open): it is there for speed, and
 * must never turn an existing SKU into a 404. For the same reason an id that is being inserted is
 * known to every set that could come into use before its row is committed. Where other processes
 * tell what they insert, a set that may have missed some of it lets everything through too.
 */
export class Membership {
  readonly #create: SetFactory;
  readonly #others: OtherInserts | undefined;
  readonly #inserting = new Map<string, number>();
  #inUse: IdSet | undefined;
  /** The version of the news that the set in use has followed from its beginning on. */
  #inUseVersion: number | undefined;
  #building: IdSet | undefined;
  #added = 0;
  #running: Promise<void> | undefined;
  #queued: Promise<void> | undefined;

  /** `others`: left out where no other process inserts. */
  constructor(create: SetFactory, others?: OtherInserts) {
    this.#create = create;
    this.#others = others;
  }

  /** The set in use, once one has been built. */
  get set(): IdSet | undefined {
    return this.#inUse;
  }

  /** Ids that were added to the set in use, without those that passed it already. */
  get added(): number {
    return this.#added;
  }

  /** Whether a set is in use or being built. */
  get begun(): boolean {
    return this.#inUse !== undefined || this.#running !== undefined;
  }

  /** `false`: surely not in the table. */
  admits(id: number | bigint): boolean {
    return this.#inUse === undefined || this.#inUse.has(id) || !this.#complete();
  }

  #complete(): boolean {
    if (this.#others === undefined) return true;
    return this.#others.current && this.#others.version === this.#inUseVersion;
  }

  /** Adds what other processes insert. */
  hear(ids: readonly string[]): void {
    for (const id of ids) this.#add(requireId(id));
  }

  #add(id: number | bigint): void {
    if (this.#inUse?.has(id) === false) this.#added++;
    this.#inUse?.add(id);
    this.#building?.add(id);
  }

  /**
   * Makes `id` known to the set in use, to one being built and to one whose building begins before
   * `change` has ended. If `change` fails the id stays known: a false positive, not a fault.
   */
  async during<T>(id: string, change: () => Promise<T>): Promise<T> {
    this.#add(requireId(id));
    this.#inserting.set(id, (this.#inserting.get(id) ?? 0) + 1);
    try {
      return await change();
    } finally {
      const left = this.#inserting.get(id)! - 1;
      if (left === 0) this.#inserting.delete(id);
      else this.#inserting.set(id, left);
    }
  }

  /**
   * Builds a new set from `source` beside the one in use and swaps. If it fails, the old one stays
   * in use. A call while another rebuild runs gets one that starts after it: what the caller saw
   * in the table before the call is in the set.
   */
  rebuild(source: IdSource): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#build(source).finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#queued ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#queued = undefined;
        return this.rebuild(source);
      });
    return this.#queued;
  }

  async #build(source: IdSource): Promise<void> {
    try {
      const version = this.#others?.version;
      const set = this.#create(await source.size());
      let added = 0;
      this.#building = set;
      for (const id of this.#inserting.keys()) set.add(requireId(id));
      await this.#addAnnounced(set);
      for await (const page of source.pages()) {
        for (const id of page) set.add(requireId(id));
        added += page.length;
      }
      this.#inUse = set;
      this.#inUseVersion = version;
      this.#added = added;
    } finally {
      this.#building = undefined;
    }
  }

  async #addAnnounced(set: IdSet): Promise<void> {
    if (this.#others === undefined) return;
    try {
      for await (const page of this.#others.retained()) {
        for (const id of page) set.add(requireId(id));
      }
    } catch {
      this.#others.missed();
    }
  }
}
