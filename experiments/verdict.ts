import type { Verdict } from '../src/lab/experiment.ts';

/** What settles a claim: the word follows from what was measured, never from the ledger. */
export interface Finding {
  readonly word: Verdict['verdict'];
  readonly measured: string;
  readonly expected: string;
  readonly interval?: string;
}

/** The verdict on `claim`. */
export function verdict(
  claim: string,
  evidence: Verdict['evidence'],
  { word, ...finding }: Finding,
): Verdict {
  return { claim, verdict: word, evidence, ...finding };
}

/** `reproduced` where `holds`, else `refuted`. */
export function holdsOr(holds: boolean, otherwise: Verdict['verdict'] = 'refuted') {
  return holds ? 'reproduced' : otherwise;
}
