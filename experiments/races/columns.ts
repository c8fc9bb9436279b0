import type { Column } from '../../src/lab/experiment.ts';
import { exact, measured } from '../columns.ts';

/** Interleavings are forced, so that only what is left of a TTL depends on the moment. */
export const columns: readonly Column[] = [
  ...exact('', 'group', 'race', 'writeBack', 'remedy', 'steps', 'design', 'outcome'),
  ...exact('', 'answerAfter', 'expectedAnswer', 'wrong', 'lawsBroken'),
  ...exact('s', 'sentinelTtlSeconds'),
  ...measured('s', 'wrongForSeconds'),
];
