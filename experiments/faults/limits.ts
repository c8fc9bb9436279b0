import type { TableOptions } from '../../src/funnel/sku-table.ts';
import { type FaultName, type Parameters, poolPlaces } from './plan.ts';

/** More than any answer takes once a fault is over. */
const spareMs = 5_000;

/**
 * What the funnel may ask of MySQL under a fault. No query is given up while the fault lasts. A
 * request waits for a place as long as usual; not so long where MySQL is busy, so that the refusals
 * are seen; and as long as it takes where MySQL is stopped, so that its latency shows the stop.
 */
export function tableLimits(fault: FaultName, { faultMs }: Parameters): TableOptions {
  const patientMs = faultMs + spareMs;
  const waits: Partial<Record<FaultName, number>> = {
    'MySQL busy': 100,
    'MySQL stopped': patientMs,
  };
  const waitMs = waits[fault];
  return {
    connections: poolPlaces,
    queryMs: patientMs,
    ...(waitMs === undefined ? {} : { waitMs }),
  };
}
