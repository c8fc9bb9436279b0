import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { find, num, percent, where } from '../rows.ts';
import { gridRates } from './plan.ts';

/** The rounding of k costs at most 2.6 % at the p of the grid; a p near 1 may be missed by more. */
const worstExcess = 1.03;

export function sizingExpectations(rows: readonly Row[]): Expectation[] {
  const s0 = find(rows, { filter: 'sized', n: 500_000, p: 0.001 })!;
  const large = where(rows, { filter: 'sized' }).filter(
    (row) => row.bits !== null && num(row, 'n') >= 10_000 && gridRates.includes(num(row, 'p')),
  );
  const worst = Math.max(...large.map((row) => num(row, 'rate') / num(row, 'p')));
  return [
    {
      name: 'n = 500,000 at p = 0.001 is the article’s filter',
      holds: s0.bits === 7_188_794 && s0.hashes === 10,
      measured: `m = ${s0.bits}, k = ${s0.hashes}`,
      expected: 'm = 7188794, k = 10',
    },
    {
      name: `at n >= 10,000 no filter exceeds its p by more than ${percent(worstExcess - 1)}`,
      holds: worst <= worstExcess,
      measured: `${worst.toFixed(4)} of p at most, over ${large.length} sizes`,
      expected: `<= ${worstExcess}`,
    },
  ];
}
