import { notComparable } from '../../src/lab/audit.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { find, where } from '../rows.ts';
import type { SystemName, TrafficName } from './plan.ts';

/** One system under one traffic; there is no such row where the server cannot run the system. */
export function measuredRow(
  rows: readonly Row[],
  system: SystemName,
  traffic: TrafficName,
): Row | undefined {
  return find(rows, { pass: 'requests', system, traffic });
}

/** The passes of the systems that this server could run. */
export function measuredRows(rows: readonly Row[]): Row[] {
  return where(rows, { pass: 'requests', available: true });
}

/** Whether the servers' counters speak of this row's requests alone. */
export function isCounted(row: Row | undefined): row is Row {
  return row !== undefined && row.lawsBroken !== notComparable;
}
