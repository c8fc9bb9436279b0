import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { type OfAll, ofAll } from '../expectation.ts';
import { conserved } from '../laws.ts';
import { find, num, where } from '../rows.ts';
import { writeBacks } from './plan.ts';

/** The base of a value's TTL in seconds, which is the product's. */
const valueTtlSeconds = 300;

export function racesExpectations(rows: readonly Row[]): Expectation[] {
  const cells = writeBacks.map((writeBack) => find(rows, { writeBack })!);
  return [
    conserved(cells, (row) => `${row.writeBack}`),
    each('what the design closes is answered as MySQL has it', where(rows, { design: 'closed' }), {
      holds: (row) => row.wrong === false,
      expected: 'no wrong 404 and no old row, in every race and write-back that is closed',
    }),
    // Else a remedy could seem to work because nothing was raced.
    each('what nothing closes is answered wrong', where(rows, { design: 'open' }), {
      holds: (row) => row.wrong === true,
      expected: 'a wrong answer in every race that is left open',
    }),
    each('no wrong answer outlives the longest TTL of its entry', rows, {
      holds: (row) => row.wrongForSeconds === null || Number(row.wrongForSeconds) <= longest(row),
      expected: 'a row of 300 s at most 450 s, a sentinel of 60 s at most 90 s, and so on',
    }),
  ];
}

/** Half as much again as the base, see `jitteredTtlSeconds`. */
function longest(row: Row): number {
  return 1.5 * (row.answerAfter === '404' ? num(row, 'sentinelTtlSeconds') : valueTtlSeconds);
}

function each(name: string, rows: readonly Row[], what: Pick<OfAll, 'holds' | 'expected'>) {
  return ofAll(rows, { name, ...what, measured: `in all ${rows.length} rows`, wrong: inWords });
}

function inWords(row: Row): string {
  return (
    `${row.writeBack}, ${row.race}, ${row.remedy}: ${row.answerAfter} where MySQL has ` +
    `${row.expectedAnswer}, for ${row.wrongForSeconds ?? '?'} s`
  );
}
