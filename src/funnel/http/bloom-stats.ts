import { BloomFilter } from '../../filters/bloom.ts';
import type { Funnel } from '../funnel.ts';

/** The `bloom` object of `GET /api/cache/stats`; names and order are the article's. */
export interface BloomStats {
  readonly enabled: boolean;
  /** Whether it has been built; until then it lets everything through. */
  readonly ready: boolean;
  /** Ids that were added to the filter in use. */
  readonly added: number;
  /** Requests that it has refused since the start. */
  readonly rejected: number;
  /** Bits and probes of the filter in use; 0 without one. */
  readonly bits: number;
  readonly hashes: number;
}

/** What a funnel says of its filter; a set that is no Bloom filter has 0 bits and hashes. */
export function bloomStats(funnel: Pick<Funnel, 'membership' | 'stats'>): BloomStats {
  const { membership } = funnel;
  const set = membership?.set;
  const { bits, hashes } = set instanceof BloomFilter ? set : { bits: 0, hashes: 0 };
  return {
    enabled: membership !== undefined,
    ready: set !== undefined,
    added: membership?.added ?? 0,
    rejected: funnel.stats().outcomes['filter-reject'],
    bits,
    hashes,
  };
}
