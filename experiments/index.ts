import type { Experiment } from '../src/lab/experiment.ts';
import { faults } from './faults.ts';
import { fprSweep } from './fpr-sweep.ts';
import { funnel } from './funnel.ts';
import { hashing } from './hashing.ts';
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { sizing } from './sizing.ts';

/** All experiments, in the order in which they run. */
export const experiments: readonly Experiment[] = [
  sizing,
  fprSweep,
  hashing,
  memory,
  funnel,
  faults,
  latency,
];
