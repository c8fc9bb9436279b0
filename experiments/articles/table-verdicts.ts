import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { stringLength } from './table-pass.ts';

/** Bytes that a Bloom filter takes for each of a million ids at 1 %: S3's own example. */
const bloomBytesPerId = 1.198_133;
const addresses = 1e7;
/** What any server has. */
const fitsBytes = 1e9;

/** Bytes an entry of the hash tables, by language. */
function perKey(rows: readonly Row[], holds: string): readonly (readonly [string, number])[] {
  return where(rows, { pass: 'table', holds }).map(
    (row) => [`${row.language}`, num(row, 'tableBytes') / num(row, 'n')] as const,
  );
}

export function tableVerdicts(rows: readonly Row[]): Verdict[] {
  return [addressTable(rows), stringTable(rows)];
}

function addressTable(rows: readonly Row[]): Verdict {
  const tables = perKey(rows, '32-bit numbers');
  const keys = integer(num(find(rows, { pass: 'table', holds: '32-bit numbers' })!, 'n'));
  const sorted = num(find(rows, { pass: 'set', set: 'sorted 32-bit array' })!, 'bytes');
  const list = tables.map(
    ([language, bytes]) => `${language} ${((bytes * addresses) / 1e6).toFixed(0)} MB`,
  );
  return verdict('S3-02', 'run', {
    word: holdsOr(tables.every(([, bytes]) => bytes * addresses > fitsBytes)),
    measured:
      `ten million addresses take ${list.join(', ')} as a hash table (from ${keys} of them, ` +
      `weighed), ${(sorted / 1e6).toFixed(0)} MB as a sorted array`,
    expected: '417 MB in C++; 40 MB as a sorted array',
  });
}

function stringTable(rows: readonly Row[]): Verdict {
  const times = perKey(rows, 'strings').map(
    ([language, bytes]) => [language, bytes, bytes / bloomBytesPerId] as const,
  );
  const list = times.map(
    ([language, bytes, factor]) =>
      `${language} ${bytes.toFixed(1)} B a string (${factor.toFixed(0)} times)`,
  );
  return verdict('S3-13', 'run', {
    word: holdsOr(times.every(([, , factor]) => factor >= 20)),
    measured:
      `${list.join(', ')} of ${stringLength} characters, against ` +
      `${bloomBytesPerId.toFixed(2)} B of a Bloom filter at 1 %`,
    expected: 'C++ 107.6 B (90 times) for 20 characters, JavaScript 61 B',
  });
}
