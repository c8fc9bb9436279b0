import { sizeFor } from '../../src/filters/sizing.ts';
import type { Result, Row } from '../../src/lab/experiment.ts';
import { stable } from '../rows.ts';

/** Addresses that S3's filter is for, and the ids of its first paragraph. */
const addresses = 1e7;
const userIds = 1e9;

/** The largest `int` of the C++ of today. */
const intMax = 2 ** 31 - 1;

/**
 * How S3's second and third version size a filter, step by step: m truncated, k from this m and
 * rounded up, then m rounded up to 64. The log line divides integers.
 * @throws RangeError where its `if` does
 */
function s3Sizing(n: number, p: number) {
  if (p <= 0 || p >= 1) throw new RangeError('False positive rate must be between 0 and 1.');
  const truncated = Math.trunc(-(n * Math.log(p)) / Math.LN2 ** 2);
  const bits = Math.ceil(truncated / 64) * 64;
  return {
    bits,
    hashes: Math.ceil((truncated / n) * Math.LN2),
    hashesAligned: Math.ceil((bits / n) * Math.LN2),
    logKib: Math.floor(bits / 8 / 1024),
  };
}

export function arithmeticPass(): Result[] {
  return [...setRows(), ...sizingRows(), ...refusalRows(), ...savingRows(), squareRow()].map(
    (row) => ({ row }),
  );
}

/** What sets take that need no measuring. */
function setRows(): Row[] {
  const bloom = Math.ceil(sizeFor(addresses, 0.001).bits / 8);
  return [
    { pass: 'set', set: '64-bit numbers', n: userIds, bytes: 8 * userIds },
    { pass: 'set', set: 'sorted 32-bit array', n: addresses, bytes: 4 * addresses },
    { pass: 'set', set: 'bitmap of all IPv4', n: addresses, bytes: 2 ** 32 / 8 },
    { pass: 'set', set: 'Bloom filter at 0.1 %', n: addresses, bytes: bloom },
  ];
}

function sizingRows(): Row[] {
  return [1e3, 1e4, 1e5, 1e6, 1e7].flatMap((n) =>
    [0.1, 0.05, 0.03, 0.02, 0.01, 1e-3, 1e-4, 1e-6].map((p) => ({
      pass: 'sizing',
      n,
      p,
      ...s3Sizing(n, p),
    })),
  );
}

function refusalRows(): Row[] {
  return [0, 1, -0.01, 2, Number.POSITIVE_INFINITY, Number.NaN].map((p) => ({
    pass: 'refusal',
    asked: String(p),
    refused: isRefused(p),
  }));
}

function isRefused(p: number): boolean {
  try {
    s3Sizing(1_000, p);
    return false;
  } catch {
    return true;
  }
}

/** The share of m that a larger p saves, from 1 % on. */
function savingRows(): Row[] {
  return [0.011, 0.02, 0.1].map((p) => ({
    pass: 'saving',
    p,
    saved: stable(1 - Math.log(p) / Math.log(0.01)),
  }));
}

/** The first i whose square an `int` does not hold. */
function squareRow(): Row {
  return { pass: 'square', first: Math.floor(Math.sqrt(intMax)) + 1 };
}
