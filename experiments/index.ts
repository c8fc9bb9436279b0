import type { Experiment } from '../src/lab/experiment.ts';

/** All experiments, in the order in which they run. */
export const experiments: readonly Experiment[] = [];
