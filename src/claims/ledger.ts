import type { Claim } from './claim.ts';
import { articleS0 } from './s0.ts';
import { articleS1 } from './s1.ts';
import { articleS2, articleS3, articleS4 } from './s2-s4.ts';

/** Every claim that has an experiment, by article and number. */
export const ledger: readonly Claim[] = [
  ...articleS0,
  ...articleS1,
  ...articleS2,
  ...articleS3,
  ...articleS4,
];
