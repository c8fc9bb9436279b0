import { inspect } from 'node:util';

/** An id: a safe integer `number` or a `bigint`, 0 … 2^64 - 1. `1` and `1n` are the same id. */
export type Id = number | bigint;

/** Many ids. The typed arrays are the fast ones; `BigUint64Array` alone reaches 2^64 - 1. */
export type Ids = Uint32Array | Float64Array | BigUint64Array | readonly Id[];

const largestId = 2n ** 64n - 1n;

/** Whether a number or bigint is an id. */
export function isId(id: Id): boolean {
  return typeof id === 'number' ? Number.isSafeInteger(id) && id >= 0 : id >= 0n && id <= largestId;
}

/**
 * Refuses what is no id, since a string or a rounded number would quietly stand for another one.
 * @throws TypeError for anything but a number or a bigint, RangeError for one out of range.
 */
export function checkId(id: Id, name = 'id'): void {
  if (isIdValue(id)) return;
  const rule = `${name} must be a safe integer from 0 or a bigint 0 … 2^64 - 1`;
  const message = `${rule}, got ${show(id)}`;
  const isNumeric = typeof id === 'number' || typeof id === 'bigint';
  throw isNumeric ? new RangeError(message) : new TypeError(message);
}

function isIdValue(id: unknown): boolean {
  return (typeof id === 'number' || typeof id === 'bigint') && isId(id);
}

/** A refused value as it is written in code, cut short so that no message becomes a page. */
export function show(value: unknown): string {
  return inspect(value, { depth: 0, maxArrayLength: 3, maxStringLength: 40 });
}

/**
 * Checks every id of `ids`, as `checkId` does; the message says where the bad one stands.
 * @throws TypeError also for a container that is none of `Ids`.
 */
export function checkIds(ids: Ids): void {
  if (ids instanceof Uint32Array || ids instanceof BigUint64Array) return;
  if (!(ids instanceof Float64Array || Array.isArray(ids))) {
    const rule = 'ids must be a Uint32Array, Float64Array, BigUint64Array or array';
    throw new TypeError(`${rule}, got ${show(ids)}`);
  }
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (!isIdValue(id)) checkId(id, `ids[${i}]`);
  }
}

/** A block of ids in a kernel's memory, and what makes ids of other numbers that stand in it. */
export interface IdBlock {
  readonly ids: BigUint64Array;
  readonly calls: { widenU32(count: number): void; truncateF64(count: number): void };
}

/** Copies checked ids from `start` on into the block until either ends; returns how many. */
export function fillBlock({ ids: block, calls }: IdBlock, ids: Ids, start: number): number {
  const count = Math.min(ids.length - start, block.length);
  const { buffer, byteOffset, length } = block;
  if (ids instanceof Uint32Array) {
    new Uint32Array(buffer, byteOffset + 4 * length, length).set(
      ids.subarray(start, start + count),
    );
    calls.widenU32(count);
  } else if (ids instanceof BigUint64Array) {
    block.set(ids.subarray(start, start + count));
  } else if (ids instanceof Float64Array) {
    new Float64Array(buffer, byteOffset, length).set(ids.subarray(start, start + count));
    calls.truncateF64(count);
  } else {
    fillFromArray(block, ids, start, count);
  }
  return count;
}

/** Numbers go in as two halves, for a BigInt each would cost an allocation. */
function fillFromArray(block: BigUint64Array, ids: readonly Id[], start: number, count: number) {
  const halves = new Uint32Array(block.buffer, block.byteOffset, 2 * block.length);
  for (let i = 0; i < count; i++) {
    const id = ids[start + i]!;
    if (typeof id === 'bigint') {
      block[i] = id;
    } else {
      halves[2 * i] = id;
      halves[2 * i + 1] = id / 2 ** 32;
    }
  }
}
