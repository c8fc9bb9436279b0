// The locale is always named: a page must not depend on the machine that drew it.
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const significant = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

/**
 * A number for people: integers up to 2^53 in full, others with four significant digits or one
 * decimal, `7.15e-7` where zeros would hide the value. `–` for what is not finite.
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (Number.isSafeInteger(value)) return whole.format(value);
  if (size < 1e-3 || size >= 1e9) return Number(value.toPrecision(4)).toExponential();
  return size >= 1000 ? tenths.format(value) : significant.format(value);
}

/** A duration for people: `0.42 s`, `38 s`, `4 min 5 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${significant.format(Number(seconds.toFixed(2)))} s`;
  const total = Math.round(seconds);
  if (total < 60) return `${total} s`;
  return `${whole.format(Math.floor(total / 60))} min ${total % 60} s`;
}
