import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { integer, num, where } from '../rows.ts';
import { paths, timed } from './select.ts';

/** What a filter may hold beside its bits. */
const besideBytes = 128 * 1024;

export function speedExpectations(rows: readonly Row[]): Expectation[] {
  return [longerThanTheClock(rows), littleBeside(rows), nothingAllocated(rows)];
}

function longerThanTheClock(rows: readonly Row[]): Expectation {
  const all = timed(rows);
  const warned = all.filter(({ warnings }) => warnings !== '');
  return {
    name: 'no time is too short for the clock',
    holds: warned.length === 0,
    measured:
      warned.length === 0
        ? `${all.length} times without a warning of tinybench`
        : warned.map((row) => `${row.contender}, ${row.operation}: ${row.warnings}`).join('; '),
    expected: 'no warning',
  };
}

/** Less than a byte a call is what the compiler of V8 may leave on the heap meanwhile. */
function nothingAllocated(rows: readonly Row[]): Expectation {
  const [row] = where(rows, { pass: 'rejections', contender: paths.rejection });
  const bytes = row && num(row, 'heapBytes');
  return {
    name: 'a rejection that is not awaited takes no heap',
    holds: bytes === undefined || bytes < 1,
    measured: bytes === undefined ? 'not measured' : `${bytes.toFixed(2)} bytes a request`,
    expected: 'less than 1 byte a request',
  };
}

function littleBeside(rows: readonly Row[]): Expectation {
  const beside = where(rows, { pass: 'sizes' }).map(
    (row) => num(row, 'memoryBytes') - Math.ceil(num(row, 'bits') / 8),
  );
  return {
    name: 'a filter holds its bits and at most 128 KiB beside them',
    holds: beside.every((bytes) => bytes <= besideBytes),
    measured: `at most ${integer(Math.max(...beside))} bytes beside`,
    expected: `<= ${integer(besideBytes)} bytes at every size`,
  };
}
