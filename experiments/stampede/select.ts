import { notComparable } from '../../src/lab/audit.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { num, where } from '../rows.ts';
import type { Kind } from './plan.ts';

/** Rows whose SELECTs were ours alone: MySQL's counters do not say who asked. */
export function comparable(rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.lawsBroken !== notComparable);
}

/** Open-loop rows by rate, ascending. */
export function openRows(rows: readonly Row[], id: Kind, singleFlight: boolean): Row[] {
  return where(rows, { pass: 'open', id, singleFlight }).toSorted(
    (a, b) => num(a, 'rate') - num(b, 'rate'),
  );
}

/** Those with two expiries at least, and so with a mean and its interval. */
export function withMeans(rows: readonly Row[]): Row[] {
  return rows.filter((row) => typeof row.selectsEach === 'number');
}

/** Those whose interval holds 1 + R·W. */
export function holdingModel(rows: readonly Row[]): Row[] {
  return rows.filter((row) => {
    const expected = num(row, 'expectedEach');
    return num(row, 'selectsEachLow') <= expected && expected <= num(row, 'selectsEachHigh');
  });
}

/** `12.3` */
export function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
