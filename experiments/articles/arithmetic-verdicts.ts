import { maxHashes } from '../../src/filters/sizing.ts';
import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';

/** What the text of S3 settles by computing after it. */
export function arithmeticVerdicts(rows: readonly Row[]): Verdict[] {
  return [
    billionIds(rows),
    addressFilter(rows),
    squares(rows),
    refusals(rows),
    sizing(rows),
    alignment(rows),
    saving(rows),
  ];
}

function billionIds(rows: readonly Row[]): Verdict {
  const bytes = num(find(rows, { pass: 'set', set: '64-bit numbers' })!, 'bytes');
  return verdict('S3-01', 'computed', {
    word: holdsOr(Math.abs(bytes / 8e9 - 1) < 0.1),
    measured: `${(bytes / 1e9).toFixed(2)} GB = ${(bytes / 2 ** 30).toFixed(2)} GiB, nothing else`,
    expected: '8.0 GB = 7.45 GiB',
  });
}

function addressFilter(rows: readonly Row[]): Verdict {
  const bytes = (set: string) => num(find(rows, { pass: 'set', set })!, 'bytes');
  const bloom = bytes('Bloom filter at 0.1 %');
  const sorted = bytes('sorted 32-bit array');
  return verdict('S3-03', 'computed', {
    word: holdsOr(bloom < 100e6),
    measured:
      `${megabytes(bloom)} for ten million at 0.1 %; the exact sorted array of the addresses ` +
      `takes ${megabytes(sorted)}`,
    expected: '17.97 MB; 40 MB for the sorted array',
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

function squares(rows: readonly Row[]): Verdict {
  const first = num(find(rows, { pass: 'square' })!, 'first');
  return verdict('S3-22', 'computed', {
    word: first > maxHashes ? 'conditional' : 'reproduced',
    measured: `from i = ${integer(first)} on; k is some tens, at most ${maxHashes} for p = 1e-308`,
    expected: 'from i = 46,341 on',
  });
}

function refusals(rows: readonly Row[]): Verdict {
  const asked = where(rows, { pass: 'refusal' });
  const listed = (refused: boolean) =>
    where(asked, { refused })
      .map((row) => row.asked)
      .join(', ');
  const passing = where(asked, { refused: false }).length;
  const none = passing === asked.length;
  return verdict('S3-25', 'run', {
    word: passing === 0 ? 'reproduced' : none ? 'refuted' : 'conditional',
    measured:
      `its comparison, run as written, refuses ${listed(true) || 'nothing'}` +
      (passing === 0 ? '' : `, but lets ${listed(false)} through`),
    expected: '0, 1 and beyond are refused, NaN is not',
  });
}

function sizing(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'sizing', n: 1e6, p: 0.01 })!;
  const aligned = num(row, 'bits') % 64 === 0;
  return verdict('S3-26', 'computed', {
    word: holdsOr(aligned && row.hashes === 7),
    measured:
      `m = ${integer(num(row, 'bits'))}, k = ${row.hashes} for 10^6 at 1 %; its log line says ` +
      `${row.logKib} KB, by integer division`,
    expected: 'm = 9,585,088, k = 7, 1170 KB',
  });
}

function alignment(rows: readonly Row[]): Verdict {
  const sizes = where(rows, { pass: 'sizing' });
  const other = sizes.filter((row) => row.hashes !== row.hashesAligned);
  const list = other.map((row) => `n = ${row.n}, p = ${row.p}`).join('; ');
  return verdict('S3-40', 'computed', {
    word: other.length === 0 ? 'reproduced' : 'conditional',
    measured:
      other.length === 0
        ? `and harmless: the aligned m gives the same k at all ${sizes.length} sizes`
        : `the aligned m would give another k at ${other.length} of ${sizes.length} sizes (${list})`,
    expected: 'harmless',
  });
}

function saving(rows: readonly Row[]): Verdict {
  const savings = where(rows, { pass: 'saving' });
  const slight = num(find(savings, { p: 0.011 })!, 'saved');
  const list = savings.map((row) => {
    return `${percent(num(row, 'saved'), 3)} from 1 % to ${percent(num(row, 'p'), 3)}`;
  });
  return verdict('S3-59', 'computed', {
    word: slight < 0.1 ? 'conditional' : 'reproduced',
    measured: `p must grow by a factor: ${list.join(', ')} of the bits are saved`,
    expected: '15 % from 1 % to 2 %; 4.79 bits an id for each factor of ten',
  });
}
