import type { Claim } from './claim.ts';

/** What stands in place of a verdict on a claim that no stored rows settle. */
export function unsettled({ notTestable }: Claim) {
  return notTestable === undefined
    ? ({ verdict: 'not run', evidence: null, measured: null } as const)
    : ({ verdict: 'not testable', evidence: 'source', measured: notTestable } as const);
}
