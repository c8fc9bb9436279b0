import { usageError } from '../errors.ts';
import { inverseIncompleteBeta } from './incomplete-beta.ts';

/** The ends of an interval, both included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The exact interval for a probability of which `hits` of `trials` independent trials were seen:
 * each tail holds (1 - confidence) / 2 (Clopper & Pearson 1934). With 0 hits `low` is 0 and with
 * all hits `high` is 1; the other end keeps its own tail and is then a one-sided bound of
 * confidence 1 - (1 - confidence) / 2: 0 of N at 0.95 gives 1 - 0.025^(1/N), about 3.7/N. Without
 * trials nothing is known: 0 … 1.
 * @throws LabError (exit 2) unless 0 <= hits <= trials are integers and 0 < confidence < 1.
 */
export function clopperPearson(hits: number, trials: number, confidence = 0.95): Interval {
  if (!Number.isSafeInteger(trials) || trials < 0) {
    throw usageError(`trials is ${trials}; it must be an integer of at least 0`);
  }
  if (!Number.isSafeInteger(hits) || hits < 0 || hits > trials) {
    throw usageError(`hits is ${hits}; it must be an integer from 0 to trials, ${trials}`);
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw usageError(`confidence is ${confidence}; it must be above 0 and below 1`);
  }
  const tail = (1 - confidence) / 2;
  const misses = trials - hits;
  return {
    low: hits === 0 ? 0 : inverseIncompleteBeta(tail, hits, misses + 1),
    high: misses === 0 ? 1 : inverseIncompleteBeta(1 - tail, hits + 1, misses),
  };
}
