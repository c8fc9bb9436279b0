import { outcomes } from '../../src/funnel/outcomes.ts';
import type { Column } from '../../src/lab/experiment.ts';
import { exact, measured } from '../columns.ts';

export const columns: readonly Column[] = [
  ...exact('', 'pass', 'system', 'traffic', 'available', 'client', 'tryInit', 'added', 'way'),
  ...exact('requests', 'requests', 'absent', ...outcomes, 'wrong404s', 'marksHandedOut'),
  ...exact('ids', 'distinctAbsent'),
  ...exact('commands', 'roundTrips', 'gets', 'sets', 'evals', 'hgetalls', 'hgets', 'getbits'),
  ...exact('commands', 'selects'),
  ...exact('keys', 'expired'),
  ...exact('', 'lawsBroken'),
  ...measured('ns', 'latencyNsP50'),
  ...measured('s', 'ttlSecondsMin', 'ttlSecondsMax', 'seconds'),
  ...exact('requests', 'requestsAtOnce'),
  ...measured('requests', 'passed'),
  ...exact('requests', 'checks', 'failed', 'closedAsked', 'closedPass'),
  ...exact('ids', 'ids'),
  ...exact('', 'bits', 'hashes'),
  ...exact('bytes', 'bitmapBytes'),
  ...measured('bytes', 'memoryUsageBytes'),
  ...exact('', 'bitsOfOne', 'containsStored', 'containsOther'),
  ...exact('ids', 'skus', 'put', 'evicted', 'entries', 'capacity'),
  ...exact('requests', 'rejectedPresent', 'rejectedAbsent', 'loaded', 'foundNothing', 'hits'),
  ...measured('keys', 'keys'),
  ...exact('', 'nullAnswer', 'refusesNull', 'beforeFill', 'afterFill'),
  ...exact('bits', 'positions', 'lostOfFirst', 'lostOfSecond'),
  ...exact('', 'filter', 'load', 'rate', 'designRate', 'size', 'line'),
  ...exact('', 'round'),
  ...measured('ns', 'filterNs', 'mapNs'),
  ...measured('', 'filterPerMap'),
];
