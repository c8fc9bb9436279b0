import type { Column } from '../../src/lab/experiment.ts';
import { exact } from '../columns.ts';

/** Interleavings are forced, so nothing depends on the moment; TTLs follow from the seed. */
export const columns: readonly Column[] = [
  ...exact('', 'group', 'race', 'writeBack', 'remedy', 'steps', 'design', 'outcome'),
  ...exact('', 'answerAfter', 'expectedAnswer', 'wrong', 'lawsBroken'),
  ...exact('s', 'wrongForSeconds'),
];
