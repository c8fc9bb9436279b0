import type { Claim } from './claim.ts';
import { s0Filter } from './s0-filter.ts';
import { s0Funnel } from './s0-funnel.ts';
import { articleS1 } from './s1.ts';
import { articleS2 } from './s2.ts';
import { s3Code } from './s3-code.ts';
import { s3Practice } from './s3-practice.ts';
import { s3Theory } from './s3-theory.ts';
import { articleS4 } from './s4.ts';

/** Every claim of the five articles, by article and number. */
export const ledger: readonly Claim[] = [
  ...s0Filter,
  ...s0Funnel,
  ...articleS1,
  ...articleS2,
  ...s3Theory,
  ...s3Code,
  ...s3Practice,
  ...articleS4,
];
