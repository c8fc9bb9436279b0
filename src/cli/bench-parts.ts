import { measureApart } from '../../experiments/speed/job.ts';
import { compilePlain } from '../bench/plain-program.ts';

/** What compiles and what measures; a test hands in its own. */
export interface BenchParts {
  readonly compile: typeof compilePlain;
  readonly measure: typeof measureApart;
}

export const benchParts: BenchParts = { compile: compilePlain, measure: measureApart };
