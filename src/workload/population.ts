import { usageError } from '../errors.ts';

/** The ids that exist in the table, as a rule and not as a list: O(1) memory at any size. */
export interface Population {
  /** Equal names mean equal ids: `contiguous-200000`, `holes-200000-every-5`. */
  readonly name: string;
  /** How many ids exist. */
  readonly count: number;
  /** The largest id that exists, 0 where none does. */
  readonly maxId: number;
  has(id: number): boolean;
  /** The id at the 0-based place `index`, ascending; 0 <= index < count. */
  at(index: number): number;
}

/** The ids 1 … `count`. A range check answers for it as well as any filter. */
export function contiguous(count: number): Population {
  checkCount(count);
  return {
    name: `contiguous-${count}`,
    count,
    maxId: count,
    has: (id) => Number.isInteger(id) && id >= 1 && id <= count,
    at: (index) => index + 1,
  };
}

/**
 * `count` ids from 1 up, without those divisible by `every`: absent ids lie between present ones,
 * where a range check lets them through and a bitmap does not.
 */
export function withHoles(count: number, every = 5): Population {
  checkCount(count);
  if (!Number.isSafeInteger(every) || every < 2) {
    throw usageError(`every is ${every}; it must be an integer of at least 2`);
  }
  const at = (index: number) => index + 1 + Math.floor(index / (every - 1));
  const maxId = count === 0 ? 0 : at(count - 1);
  return {
    name: `holes-${count}-every-${every}`,
    count,
    maxId,
    has: (id) => Number.isInteger(id) && id >= 1 && id <= maxId && id % every !== 0,
    at,
  };
}

/** Twice as many ids must still be safe integers, for the holes among them. */
const maxCount = 2 ** 52;

function checkCount(count: number): void {
  if (!Number.isSafeInteger(count) || count < 0 || count > maxCount) {
    throw usageError(`count is ${count}; it must be an integer from 0 to 2^52`);
  }
}
