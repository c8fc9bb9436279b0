import type { Experiment } from '../src/lab/experiment.ts';
import { latencyCharts } from './latency/charts.ts';
import { columns } from './latency/columns.ts';
import { latencyExpectations } from './latency/expectations.ts';
import {
  type LatencyCell,
  latencyCells,
  type Parameters,
  parameters,
  presets,
} from './latency/plan.ts';
import { latencyRound } from './latency/round.ts';
import { latencyVerdicts } from './latency/verdicts.ts';

/** Normal users of an HTTP service while others ask it for what does not exist. */
export const latency: Experiment<Parameters, LatencyCell> = {
  id: 'latency',
  title: 'Normal users while the attack runs',
  question: 'What does an attack cost normal users, the service and both servers, by defence?',
  needs: ['private-redis', 'private-mysql'],
  columns,
  parameters,
  presets,
  budgetSeconds: 32,
  cells: latencyCells,
  run: latencyRound,
  expectations: latencyExpectations,
  verdicts: latencyVerdicts,
  charts: latencyCharts,
};
