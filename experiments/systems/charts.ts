import type { Chart } from '../../src/lab/chart.ts';
export function systemsCharts(): Chart[] { return []; }
