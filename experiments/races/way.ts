import type { WriteBack } from './plan.ts';
import type { Observation, Stand } from './stand.ts';

/** One way to run a race: what changes how, held where, and what then answers. */
export interface Way {
  readonly race: string;
  /** What happens in which order. */
  readonly steps: string;
  /** What the change does beside its commit, in a word or two. */
  readonly remedy: string;
  /** Write-backs with which the design promises the right answer. */
  readonly closedBy: readonly WriteBack[];
  /** The write-backs to run it with, where they have no part in it. */
  readonly only?: readonly WriteBack[];
  /** The base of its sentinels' TTL in seconds, where it is not the product's. */
  readonly sentinelTtlSeconds?: number;
  /** Why a wrong answer has no end that Redis knows of. */
  readonly until?: string;
  /** Forces the interleaving on an id that nobody has used, and observes a request after it. */
  force(stand: Stand, id: string): Promise<Observation>;
}

export const nothing: readonly WriteBack[] = [];
export const newerStays: readonly WriteBack[] = ['guarded', 'versioned'];
export const versionsAlone: readonly WriteBack[] = ['versioned'];
export const all: readonly WriteBack[] = ['plain', 'guarded', 'versioned'];

/**
 * What the change does to the entry of its id: writes it, as the product does, or removes it; or it
 * has written the entry and the entry is gone at once, by eviction or a restart.
 */
export const writes = 'written';
export const removes = 'removed';
export const evicted = 'evicted';
