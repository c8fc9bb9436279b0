import { notComparable } from '../src/lab/audit.ts';
import type { Expectation, Row } from '../src/lab/experiment.ts';

/**
 * What every experiment that audits its passes expects of them: `rows` have a column `lawsBroken`,
 * and `name` says which pass a row is of.
 */
export function conserved(rows: readonly Row[], name: (row: Row) => string): Expectation {
  const comparable = rows.filter((row) => row.lawsBroken !== notComparable);
  const broken = comparable.filter((row) => row.lawsBroken !== '');
  const others = rows.length - comparable.length;
  return {
    name: 'outcomes, GETs, SELECTs and SETs agree with the servers’ own counters',
    holds: broken.length === 0,
    measured:
      (broken.length === 0
        ? `in ${comparable.length} of ${comparable.length} passes`
        : broken.map((row) => `${name(row)}: ${row.lawsBroken}`).join(' | ')) +
      (others === 0 ? '' : `; ${others} not comparable, other clients were on the server`),
    expected: 'in every pass, exactly',
  };
}
