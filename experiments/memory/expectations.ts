import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { none } from '../expectation.ts';
import { conserved } from '../laws.ts';
import { find, integer, num, where } from '../rows.ts';
import { modelBytes } from './model.ts';

const toleranceBytes = 128 * 1024;

/** Writer and funnel leave the same keys; what differs is the servers' own small change. */
const sameBytesTolerance = 4 * 1024;

export function memoryExpectations(rows: readonly Row[]): Expectation[] {
  const measured = [...where(rows, { pass: 'sentinels' }), ...where(rows, { pass: 'forms' })];
  const asked = where(rows, { pass: 'through the funnel' });
  const expired = [...measured, ...asked, ...where(rows, { pass: 'flood' })];
  return [
    conserved(asked, ({ pass }) => String(pass)),
    none('nothing expired while it was measured', expired, 'expired'),
    {
      name: 'every sentinel is one key',
      holds: measured.every((row) => row.keys === row.sentinels),
      measured: measured.map((row) => integer(num(row, 'keys'))).join(', '),
      expected: 'as many keys as sentinels in every instance',
    },
    model(rows),
    sameBytes(rows),
    ...where(rows, { pass: 'flood' }).map(oneKeyAnId),
  ];
}

/** The model was worked out for one build of Redis; for others it is printed, not asserted. */
function model(rows: readonly Row[]): Expectation {
  const points = where(rows, { pass: 'sentinels' });
  const server = `${points[0]!.server}, ${points[0]!.allocator}`;
  const asserted = server.startsWith('Redis 7.0.15, jemalloc-5.3');
  const off = points.map((row) => num(row, 'sentinelBytes') - modelBytes(num(row, 'sentinels')));
  const list = off
    .map((bytes, index) => `${points[index]!.sentinels}: ${integer(bytes)}`)
    .join('; ');
  return {
    name: 'sentinel bytes follow 128·N + 16·2^k',
    holds: !asserted || off.every((bytes) => Math.abs(bytes) <= toleranceBytes),
    measured: `off by, in bytes, ${list} (${server}${asserted ? '' : '; printed, not asserted'})`,
    expected: `within ${integer(toleranceBytes)} bytes on Redis 7.0.15 with jemalloc 5.3`,
  };
}

function sameBytes(rows: readonly Row[]): Expectation {
  const row = find(rows, { pass: 'through the funnel' })!;
  const [funnel, writer] = [num(row, 'sentinelBytes'), num(row, 'writerBytes')];
  return {
    name: 'the funnel’s own requests leave the same bytes as the pipelined writer',
    holds: Math.abs(funnel - writer) <= sameBytesTolerance && row.keys === row.sentinels,
    measured: `${integer(funnel)} and ${integer(writer)} bytes for ${integer(num(row, 'keys'))} keys`,
    expected: `equal within ${integer(sameBytesTolerance)} bytes`,
  };
}

function oneKeyAnId(row: Row): Expectation {
  return {
    name: `a flood of ${integer(num(row, 'draws'))} draws leaves one key for each distinct absent id (${row.skus} SKUs)`,
    holds: row.keys === row.distinctAbsent,
    measured: `${integer(num(row, 'keys'))} keys`,
    expected: `${integer(num(row, 'distinctAbsent'))} keys`,
  };
}
