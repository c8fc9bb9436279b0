import type { Row } from '../../src/lab/experiment.ts';
import { integer, num, where } from '../rows.ts';

/** The attacks on one defence, as they were done. */
export function attacksOn(rows: readonly Row[], defence: string): Row[] {
  return where(rows, { pass: 'attack', defence });
}

/** How charts and verdicts call an attack. */
export function attackName(row: Row): string {
  const requests = integer(num(row, 'requests'));
  return row.attack === 'equal' ? `${requests} × one id` : `${requests} different ids`;
}
