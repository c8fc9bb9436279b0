import type { Row } from '../../src/lab/experiment.ts';
export function lifecycleExpectations(_rows: readonly Row[]) {
  return [];
}
