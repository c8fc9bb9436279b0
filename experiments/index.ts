import type { Experiment } from '../src/lab/experiment.ts';
import { articles } from './articles.ts';
import { eviction } from './eviction.ts';
import { faults } from './faults.ts';
import { fprSweep } from './fpr-sweep.ts';
import { funnel } from './funnel.ts';
import { hashing } from './hashing.ts';
import { latency } from './latency.ts';
import { lifecycle } from './lifecycle.ts';
import { memory } from './memory.ts';
import { races } from './races.ts';
import { renewal } from './renewal.ts';
import { rivals } from './rivals.ts';
import { sizing } from './sizing.ts';
import { speed } from './speed.ts';
import { stampede } from './stampede.ts';
import { systems } from './systems.ts';
import { walkthrough } from './walkthrough.ts';

/**
 * All experiments, in the order in which they run: those with few rows in the table first and those
 * of one table side by side, for seeding it anew takes seconds.
 */
export const experiments: readonly Experiment[] = [
  sizing,
  fprSweep,
  hashing,
  articles,
  speed,
  systems,
  memory,
  renewal,
  eviction,
  walkthrough,
  stampede,
  races,
  rivals,
  lifecycle,
  faults,
  latency,
  funnel,
];
