import type { Experiment } from '../src/lab/experiment.ts';
import { articles } from './articles.ts';
import { faults } from './faults.ts';
import { fprSweep } from './fpr-sweep.ts';
import { funnel } from './funnel.ts';
import { hashing } from './hashing.ts';
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { races } from './races.ts';
import { rivals } from './rivals.ts';
import { sizing } from './sizing.ts';
import { stampede } from './stampede.ts';
import { systems } from './systems.ts';

/** All experiments, in the order in which they run. */
export const experiments: readonly Experiment[] = [
  sizing,
  fprSweep,
  hashing,
  articles,
  memory,
  funnel,
  stampede,
  races,
  systems,
  rivals,
  faults,
  latency,
];
