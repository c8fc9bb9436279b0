import type { CacheStore, TableStore } from '../../src/funnel/funnel.ts';
import { changed } from '../../src/funnel/interleave.ts';

/** What passed while the entry of the one id was not there. */
export interface Gap {
  /** W: from the first GET that missed to the first SET, both when they were sent. */
  readonly windowNs: number;
  /** Queries that were made because of it, also those that ended after the SET. */
  readonly loads: number;
  /** Whether a GET was sent after the SET: else the traffic ended before the gap did. */
  readonly complete: boolean;
}

interface OpenGap {
  readonly beganNs: bigint;
  wroteNs: bigint | undefined;
  loads: number;
  underWay: number;
}

/**
 * Watches what one funnel does with the entry of one id. Its GETs and SETs share one connection,
 * and Redis does first what comes first: a GET sent before the SET finds nothing, one sent after it
 * finds the entry. So the moments of sending give W without a part of a round trip too much.
 */
export class EntryWatch {
  readonly #now: () => bigint;
  readonly #closed: {
    readonly beganNs: bigint;
    readonly wroteNs: bigint;
    readonly loads: number;
  }[] = [];
  #open: OpenGap | undefined;
  #lastGetNs = 0n;
  #lateMisses = 0;
  #settled = () => {};

  constructor(now: () => bigint) {
    this.#now = now;
  }

  /** Requests that found nothing though they came after the entry was written. */
  get lateMisses(): number {
    return this.#lateMisses;
  }

  gaps(): Gap[] {
    return this.#closed.map(({ beganNs, wroteNs, loads }) => ({
      windowNs: Number(wroteNs - beganNs),
      loads,
      complete: wroteNs < this.#lastGetNs,
    }));
  }

  /** Resolves at the end of the next gap: the entry is there and no load is under way. */
  nextGap(): Promise<void> {
    return new Promise((resolve) => {
      this.#settled = resolve;
    });
  }

  wrapCache(cache: CacheStore): CacheStore {
    return changed(cache, {
      read: async (id) => {
        const sentNs = this.#now();
        this.#lastGetNs = sentNs;
        const written = this.#open?.wroteNs !== undefined;
        const read = await cache.read(id);
        if (read.kind !== 'miss') return read;
        if (written) this.#lateMisses++;
        this.#open ??= { beganNs: sentNs, wroteNs: undefined, loads: 0, underWay: 0 };
        return read;
      },
      writeBack: async (...entry) => {
        const gap = this.#open!;
        gap.wroteNs ??= this.#now();
        await cache.writeBack(...entry);
        gap.underWay--;
        // A request whose GET has been answered in this turn may still begin its load in it.
        setImmediate(() => this.#settle(gap));
      },
    });
  }

  wrapTable(table: TableStore): TableStore {
    return changed(table, {
      find: (id) => {
        this.#open!.loads++;
        this.#open!.underWay++;
        return table.find(id);
      },
    });
  }

  #settle(gap: OpenGap): void {
    const { beganNs, wroteNs, loads, underWay } = gap;
    if (underWay > 0 || wroteNs === undefined || this.#open !== gap) return;
    this.#closed.push({ beganNs, wroteNs, loads });
    this.#open = undefined;
    this.#settled();
  }
}
