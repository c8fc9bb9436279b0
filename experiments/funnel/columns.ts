import { outcomes } from '../../src/funnel/outcomes.ts';
import type { Column } from '../../src/lab/experiment.ts';
import { exact, measured } from '../columns.ts';

/** An exact pass fills the counts, a timed round the times. */
export const columns: readonly Column[] = [
  ...exact('', 'pass', 'traffic', 'defence', 'round'),
  ...exact('ids', 'distinctIds', 'distinctAbsent'),
  ...exact('requests', 'requests', ...outcomes, 'joined'),
  ...exact('commands', 'gets', 'sets', 'selects'),
  ...exact('keys', 'expired', 'ourKeys'),
  ...exact('', 'firstSentinel', 'lawsBroken'),
  ...measured('keys', 'keysBefore', 'keysAfter'),
  ...measured('bytes', 'redisBytesBefore', 'redisBytesAfter'),
  ...measured('s', 'ttlSecondsMin', 'ttlSecondsMax'),
  ...exact('requests', 'timedRequests'),
  ...measured('requests', 'errors'),
  ...measured('requests/s', 'requestsPerSecond'),
  ...measured('ns', 'latencyNsP50', 'latencyNsP95', 'latencyNsP99', 'latencyNsMax'),
  ...exact('', 'work', 'service', 'rounds'),
  ...measured('requests/s', 'requestsPerSecondLow', 'requestsPerSecondHigh'),
  ...measured('', 'ratio', 'ratioLow', 'ratioHigh'),
];
