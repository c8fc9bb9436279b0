import { approximateRate, estimatedIds, rateFromFill } from './theory.ts';

/** A filter that tells what it was made for and what is set in it. */
export interface SizedFilter {
  readonly bits: number;
  readonly hashes: number;
  readonly capacity: number | undefined;
  readonly bitsSet: number;
}

/** How full a filter is by its set bits, against the ids that it was sized for. */
export interface FilterLoad {
  readonly capacity: number;
  /** Ids in it, estimated from the set bits. */
  readonly ids: number;
  /** ids / capacity. */
  readonly load: number;
  /** The rate at which absent ids pass now, and at the load that it was sized for. */
  readonly rate: number;
  readonly designRate: number;
  readonly size: 'fits' | 'too large' | 'too small';
}

/** Loads within which a size fits: the band that ScyllaDB judges its filters by. */
const fittingLoad = { least: 0.75, most: 1.25 };

/** The load of a filter; `undefined` where it is not known what it was sized for. */
export function loadOf({ bits, hashes, capacity, bitsSet }: SizedFilter): FilterLoad | undefined {
  if (capacity === undefined) return undefined;
  const ids = estimatedIds({ bits, hashes }, bitsSet);
  const load = ids / capacity;
  const tooSmall = load > fittingLoad.most;
  return {
    capacity,
    ids,
    load,
    rate: rateFromFill({ bits, hashes }, bitsSet),
    designRate: approximateRate({ bits, hashes }, capacity),
    size: load < fittingLoad.least ? 'too large' : tooSmall ? 'too small' : 'fits',
  };
}

/** `the filter is too large: it holds about 200,012 ids and is sized for 500,000 (40 %); …` */
export function loadInWords({ capacity, ids, load, rate, designRate, size }: FilterLoad): string {
  const integer = (value: number) => Math.round(value).toLocaleString('en-US');
  const held = Number.isFinite(ids) ? `about ${integer(ids)}` : 'too many to tell';
  const share = Number.isFinite(load) ? ` (${Math.round(100 * load)} %)` : '';
  return (
    `the filter ${size === 'fits' ? 'fits' : `is ${size}`}: it is sized for ${integer(capacity)} ` +
    `ids and holds ${held}${share}; absent ids pass at a rate of ${rate.toExponential(1)}, ` +
    `at the size's own load of ${designRate.toExponential(1)}`
  );
}
