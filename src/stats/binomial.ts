import { incompleteBeta } from './incomplete-beta.ts';

/** So many hits in so many trials, each a hit with probability `p`. */
export interface Binomial {
  readonly hits: number;
  readonly trials: number;
  readonly p: number;
}

/** P[Bin(trials, p) >= hits] = I_p(hits, trials - hits + 1), DLMF 8.17.5; also far in the tail. */
export function atLeast({ hits, trials, p }: Binomial): number {
  if (hits <= 0) return 1;
  if (hits > trials) return 0;
  return incompleteBeta(p, hits, trials - hits + 1);
}

/** P[Bin(trials, p) <= hits]. */
export function atMost({ hits, trials, p }: Binomial): number {
  if (hits < 0) return 0;
  if (hits >= trials) return 1;
  return incompleteBeta(1 - p, trials - hits, hits + 1);
}
