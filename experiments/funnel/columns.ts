import { outcomes } from '../../src/funnel/outcomes.ts';
import type { Column } from '../../src/lab/experiment.ts';

function of(kind: Column['kind'], unit: string, ...names: readonly string[]): Column[] {
  return names.map((name) => ({ name, unit, kind }));
}

/** An exact pass fills the counts, a timed round the times, an expiry what passed. */
export const columns: readonly Column[] = [
  ...of('exact', '', 'pass', 'traffic', 'defence', 'round', 'singleFlight', 'expiry'),
  ...of('exact', 'ids', 'distinctIds', 'distinctAbsent'),
  ...of('exact', 'requests', 'requests', ...outcomes, 'joined'),
  ...of('exact', 'commands', 'gets', 'sets', 'selects'),
  ...of('exact', 'keys', 'expired', 'ourKeys'),
  ...of('exact', '', 'firstSentinel', 'lawsBroken'),
  ...of('measured', 'keys', 'keysBefore', 'keysAfter'),
  ...of('measured', 'bytes', 'redisBytesBefore', 'redisBytesAfter'),
  ...of('measured', 's', 'ttlSecondsMin', 'ttlSecondsMax'),
  ...of('exact', 'requests', 'timedRequests', 'requestsAtOnce'),
  ...of('measured', 'requests', 'errors', 'passed'),
  ...of('measured', 'requests/s', 'requestsPerSecond'),
  ...of('measured', 'ns', 'latencyNsP50', 'latencyNsP95', 'latencyNsP99', 'latencyNsMax'),
];
