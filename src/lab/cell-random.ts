import { random } from '../workload/random.ts';
import type { Lab } from './experiment.ts';

/** The chance of one cell: the same whatever ran before it, beside it or in which thread. */
export function cellRandom(seed: string, experimentId: string, cellKey: string): Lab['random'] {
  return (...path) => random(seed, experimentId, cellKey, ...path);
}
