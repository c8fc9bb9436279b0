import { type Id, isId, show } from '../filters/ids.ts';

const canonical = /^(?:0|[1-9][0-9]{0,19})$/;

/**
 * An id as the filter takes it, or `undefined` where `id` is none: 0 … 2^64 - 1, a number where it
 * is a safe integer, else a bigint. `String(parseId(id))` is its one spelling, canonical decimal.
 * Text is canonical or refused: `007`, `+7`, `1e3`, ` 7`, `-0` and full-width digits would give
 * one product two keys. Numbers must be safe integers, because others have lost digits.
 */
export function parseId(id: unknown): Id | undefined {
  if (typeof id === 'string') return canonical.test(id) ? ofDigits(id) : undefined;
  return (typeof id === 'number' || typeof id === 'bigint') && isId(id) ? id : undefined;
}

function ofDigits(digits: string): Id | undefined {
  // 15 digits are always a safe integer.
  if (digits.length <= 15) return Number(digits);
  const id = BigInt(digits);
  return isId(id) ? id : undefined;
}

/** @throws TypeError for text that is no canonical id */
export function requireId(text: string): Id {
  const id = parseId(text);
  if (id === undefined) throw new TypeError(`not an id: ${show(text)}`);
  return id;
}
