import type { Row } from '../../src/lab/experiment.ts';
import { atLeast, atMost } from '../../src/stats/binomial.ts';
import { holm } from '../../src/stats/holm.ts';
import { num, where } from '../rows.ts';

/** The chance that any of all rows is called different although none is. */
export const familyWiseError = 0.001;

/** A row against fill^k of its own filter. */
export interface TheoryTest {
  readonly row: Row;
  readonly pValue: number;
  readonly differs: boolean;
}

/**
 * Tests of every row whose rate should be fill^k: one filter of the product's scheme, asked ids
 * independent of its bits, so that hits are binomial. Left out is where double hashing is known to
 * lie above it by more than such a row can leave aside: few ids, or rates below 10^-4 with more
 * than three probes. The errors of all tests together stay at {@link familyWiseError} (Holm).
 */
export function theoryTests(rows: readonly Row[]): TheoryTest[] {
  const family = where(rows, { pass: 'rates', scheme: 'double', filters: 1 }).filter(
    (row) => num(row, 'n') >= 5_000 && (num(row, 'fromFill') >= 1e-4 || num(row, 'hashes') <= 3),
  );
  const pValues = family.map(twoSided);
  const differs = holm(pValues, familyWiseError);
  return family.map((row, i) => ({ row, pValue: pValues[i]!, differs: differs[i]! }));
}

/** Twice the smaller tail of Bin(probes, fill^k) at the hits seen. */
function twoSided(row: Row): number {
  const counts = { hits: num(row, 'fp'), trials: num(row, 'probes'), p: num(row, 'fromFill') };
  return Math.min(1, 2 * Math.min(atLeast(counts), atMost(counts)));
}
