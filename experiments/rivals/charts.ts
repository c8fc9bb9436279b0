import type { Chart } from '../../src/lab/chart.ts';
export function rivalsCharts(): Chart[] {
  return [];
}
