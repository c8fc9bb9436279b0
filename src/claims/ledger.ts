import type { Claim } from './claim.ts';
import { articleS0 } from './s0.ts';
import { articleS1 } from './s1.ts';
import { articleS2 } from './s2.ts';
import { articleS3 } from './s3.ts';
import { articleS4 } from './s4.ts';

/** Every claim that has an experiment, by article and number. */
export const ledger: readonly Claim[] = [
  ...articleS0,
  ...articleS1,
  ...articleS2,
  ...articleS3,
  ...articleS4,
];
