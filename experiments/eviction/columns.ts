import type { Column } from '../../src/lab/experiment.ts';
import { exact, measured } from '../columns.ts';

export const columns: readonly Column[] = [
  ...exact('', 'pass', 'round', 'policy', 'defence', 'hotTtl', 'readBefore', 'policySet', 'pace'),
  ...exact('', 'lawsBroken'),
  ...exact('keys', 'hot'),
  ...exact('writes', 'sentinels'),
  ...measured('requests', 'reads', 'hits', 'errors'),
  ...measured('', 'whileFull', 'afterwards'),
  ...measured('keys', 'hotLeft', 'evicted'),
  ...measured('writes', 'refused', 'writeFailures'),
  ...measured('writes/s', 'sentinelsPerSecond'),
];
