import type { Row } from '../../src/lab/experiment.ts';
export function lifecycleCharts(_rows: readonly Row[]) {
  return [];
}
