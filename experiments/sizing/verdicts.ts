import { optimalBits, optimalHashes } from '../../src/filters/sizing.ts';
import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';

export function sizingVerdicts(rows: readonly Row[]): Verdict[] {
  return [s2Size(rows), ...s3Verdicts(rows), ...s4Verdicts(rows)];
}

function size(rows: readonly Row[], n: number, p: number): Row {
  return find(rows, { filter: 'sized', n, p })!;
}

function load(rows: readonly Row[], filter: string, n: number): Row {
  return find(rows, { filter, n })!;
}

function inMib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(2);
}

function s2Size(rows: readonly Row[]): Verdict {
  const full = load(rows, 'S2', 10_000);
  return verdict('S2-13', 'computed', {
    word: holdsOr(
      Math.floor(optimalBits(10_000, 0.01)) === full.bits &&
        Math.round(optimalHashes(num(full, 'bits'), 10_000)) === full.hashes,
    ),
    measured: `m = ${full.bits} (truncated), k = ${full.hashes}, ${integer(num(full, 'bytes'))} B`,
    expected: 'm = 95850, k = 7, 11,982 B',
  });
}

function s3Verdicts(rows: readonly Row[]): Verdict[] {
  const s3 = size(rows, 1_000_000, 0.01);
  const [bitsReal, bits, bytes] = [num(s3, 'bitsReal'), num(s3, 'bits'), num(s3, 'bytes')];
  const needed = num(s3, 'bitsForHashes');
  const hashesReal = num(s3, 'hashesReal');
  return [
    verdict('S3-07', 'computed', {
      word: needed > bits ? 'conditional' : 'reproduced',
      measured:
        `true for real k; with k = ${s3.hashes} p takes ${integer(needed)} bits ` +
        `(+${percent(needed / bits - 1, 2)}), and any structure takes at least ` +
        `${(num(s3, 'informationBits') / 1e6).toFixed(2)} bits an id; a Bloom filter ` +
        `${percent(bitsReal / num(s3, 'informationBits') - 1, 2)} more`,
      expected: '9,592,955 bits with k = 7; 6.64 bits an id at least',
    }),
    verdict('S3-08', 'computed', {
      word: holdsOr(s3.hashes === Math.round(optimalHashes(bits, 1_000_000))),
      measured: `${hashesReal.toFixed(4)} rounds to ${s3.hashes}`,
      expected: '7',
    }),
    verdict('S3-09', 'computed', {
      word: holdsOr(bits === 9_585_059),
      measured: `${bitsReal.toFixed(2)}, so ${integer(bits)}; the article’s code truncates and aligns to 9,585,088`,
      expected: '9,585,059',
    }),
    verdict('S3-10', 'computed', {
      word: holdsOr(Math.abs(bytes - 1_198_132) <= 1),
      measured: `${(bitsReal / 8).toFixed(3)}, so ${integer(bytes)} bytes are needed`,
      expected: '1,198,132, one byte short',
    }),
    verdict('S3-11', 'computed', {
      word: holdsOr(inMib(bytes) === '1.14'),
      measured: `${(bytes / 2 ** 20).toFixed(4)} MiB = ${(bytes / 1e6).toFixed(3)} MB`,
      expected: '1.14 MB read as MiB',
    }),
    fixedShape(rows),
    ceilOrRound(rows),
  ];
}

function fixedShape(rows: readonly Row[]): Verdict {
  const [best, half] = [load(rows, 'S3 fixed', 231_000), load(rows, 'S3 fixed', 500_000)];
  return verdict('S3-16', 'computed', {
    word: holdsOr(best.bytes === 125_000),
    measured:
      `${integer(num(best, 'bytes'))} B; ${percent(num(best, 'rate'), 3)} at 231,000 ids, where ` +
      `k = 3 is best, ${percent(num(half, 'rate'), 3)} at 500,000`,
    expected: '125,000 B; 12.5 % at 231,000 ids, 46.9 % at 500,000',
  });
}

function ceilOrRound(rows: readonly Row[]): Verdict {
  const sizes = where(rows, { filter: 'sized', n: 1_000_000 });
  const worse = sizes.filter((row) => num(row, 'rateCeil') > num(row, 'rate'));
  const better = sizes.filter((row) => num(row, 'rateCeil') < num(row, 'rate'));
  const list = worse
    .map((row) => `${row.p}: ${percent(num(row, 'rateCeil'))} against ${percent(num(row, 'rate'))}`)
    .join('; ');
  return verdict('S3-41', 'computed', {
    word: holdsOr(worse.length === 0),
    measured: `rounding up is worse at p = ${list}; better at ${better.length} of ${sizes.length} p`,
    expected: 'worse at 0.1 (10.26 % against 10.07 %), 0.05 and 0.03; equal at 0.02, 0.01, 0.001',
  });
}

function s4Verdicts(rows: readonly Row[]): Verdict[] {
  const row = load(rows, 'S4', 3_320_000);
  const capacity = (num(row, 'bits') / num(row, 'hashes')) * Math.LN2;
  return [
    verdict('S4-13', 'computed', {
      word: holdsOr(row.bits === 33_554_432),
      measured: `${integer(num(row, 'bits'))} bits, ${num(row, 'bytes') / 2 ** 20} MiB`,
      expected: '33,554,432 bits, 4 MiB',
    }),
    verdict('S4-20', 'computed', {
      word: 'unproven',
      measured: `the article names no capacity; k = 7 is best for ${integer(capacity)} ids, at ${percent(num(row, 'rate'), 2)}`,
      expected: '3.32 million ids at 0.78 %',
    }),
  ];
}
