import { outcomes } from '../../src/funnel/outcomes.ts';
import type { Column } from '../../src/lab/experiment.ts';
import { exact, measured } from '../columns.ts';

/** A pass under a fault gives its whole, its windows, its bins and its tail a row each. */
export const columns: readonly Column[] = [
  ...exact('', 'pass', 'fault', 'part', 'window', 'gate'),
  ...exact('ms', 'atMs'),
  ...exact('%', 'percent'),
  ...exact('requests', 'requests', 'offRequests', 'absent', 'rejected', 'found', 'missed'),
  ...exact('commands', 'offSelects'),
  ...measured('requests', 'sent', 'dropped', 'answered', 'wrongAnswers', ...outcomes),
  ...measured('requests', 'refused', 'slow', 'answeredWhileStopped'),
  ...measured('', 'keptSchedule', 'lines'),
  ...measured('ns', 'startLagNsP99', 'startLagNsMax', 'latencyNs', 'serviceNs'),
  ...measured('ns', 'latencyNsP50', 'latencyNsP99', 'latencyNsMax'),
  ...measured('ms', 'faultBeginMs', 'faultEndMs', 'troubleMs', 'firstHitMs'),
  ...measured('connections', 'connections'),
  ...measured('commands', 'selects', 'selectsLeast', 'selectsMost', 'gets', 'getsMost'),
  ...measured('commands', 'unavailable', 'writeFailures'),
];
