import type { Row } from '../../src/lab/experiment.ts';
import { find } from '../rows.ts';
import type { RivalName, TrafficName } from './plan.ts';

/** One rival under one traffic; there is none where no false positive was found. */
export function measuredRow(
  rows: readonly Row[],
  rival: RivalName,
  traffic: TrafficName,
): Row | undefined {
  return find(rows, { pass: 'requests', rival, traffic });
}
