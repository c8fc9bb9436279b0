import type { Row } from '../../src/lab/experiment.ts';
export function lifecycleVerdicts(_rows: readonly Row[]) {
  return [];
}
