import { usageError } from '../errors.ts';

const decimal =
  /^(?<sign>-?)(?<whole>0|[1-9]\d*)(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[+-]?\d{1,3}))?$/;

/**
 * Reads a number exactly or refuses it: `1e6` is a million, `10abc`, `1_000`, `1,000`, `007`, `+1`
 * and the empty text are nothing, and a whole number above 2^53 would not keep its digits.
 *
 * @param option how the user wrote the option, for the message
 */
export function parseNumber(option: string, text: string): number {
  const match = decimal.exec(text);
  if (match === null) {
    throw usageError(
      `${option} needs a number such as 1000, 0.01 or 1e6 (no 1_000 or 1,000); got '${text}'`,
    );
  }
  const value = Number(text);
  const isZero = /^[-0.]*(e.*)?$/i.test(text);
  if (!Number.isFinite(value) || (value === 0 && !isZero)) {
    throw usageError(`${option} is beyond the range of a double; got '${text}'`);
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw usageError(`${option} is above 2^53 - 1, where digits would be lost; got '${text}'`);
  }
  return value;
}
