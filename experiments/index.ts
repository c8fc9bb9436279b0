import type { Experiment } from '../src/lab/experiment.ts';
import { articles } from './articles.ts';
import { eviction } from './eviction.ts';
import { fprSweep } from './fpr-sweep.ts';
import { funnel } from './funnel.ts';
import { hashing } from './hashing.ts';
import { lifecycle } from './lifecycle.ts';
import { memory } from './memory.ts';
import { races } from './races.ts';
import { renewal } from './renewal.ts';
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
  renewal,
  eviction,
  stampede,
  races,
  systems,
  rivals,
  funnel,
  lifecycle,
];
