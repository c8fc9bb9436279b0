import type { Column } from '../../src/lab/experiment.ts';
import { exact, measured } from '../columns.ts';

export const columns: readonly Column[] = [
  ...exact('', 'pass', 'group', 'way', 'jitter', 'jitterName', 'lawsBroken'),
  ...exact('s', 'baseSeconds', 'possibleTtls'),
  ...exact('ids', 'range', 'draws', 'distinct', 'distinctByTheory', 'present', 'ids'),
  ...exact('requests', 'offered'),
  ...exact('rows', 'loaded', 'inserted'),
  ...exact('writes', 'written'),
  ...measured('s', 'windowSeconds', 'atSecond', 'meanTtlSeconds', 'ttlSeconds'),
  ...measured('s', 'ttlSecondsMin', 'ttlSecondsMax', 'delaySecondsMin', 'delaySecondsMax'),
  ...measured('s', 'gapMeanSeconds', 'gapShortestSeconds'),
  ...measured('', 'load', 'absorbed', 'absorbedLow', 'absorbedHigh', 'absorbedByTheory'),
  ...measured('requests', 'sent', 'dropped', 'joined', 'errors', 'requests', 'hits', 'wrong404s'),
  ...measured('requests/s', 'requestsPerSecond'),
  ...measured('queries/s', 'queriesPerSecond', 'queriesByTheory'),
  ...measured('writes', 'writeFailures', 'ttlsIssued', 'gaps', 'count', 'endless'),
  ...measured('keys', 'alive', 'aliveFound', 'aliveLeast', 'aliveMost', 'aliveByTheory', 'keys'),
  ...measured('bytes', 'usedMemoryBytes'),
  ...measured('%', 'stalePercent'),
  ...measured('', 'chiSquareP'),
  ...measured('rows', 'seen'),
  ...measured('per 100 ms', 'queries', 'ended', 'peakQueriesPer100Ms', 'peakPer100Ms'),
];
