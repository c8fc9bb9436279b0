import type { DefenceName } from '../../src/funnel/defences.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { find } from '../rows.ts';
import type { TrafficName, WalkName } from './plan.ts';

/** The exact pass of one defence under one traffic. */
export function exact(
  rows: readonly Row[],
  traffic: TrafficName | WalkName,
  defence: DefenceName,
): Row {
  return find(rows, { pass: 'exact', traffic, defence })!;
}
