import type { Claim } from '../claims/claim.ts';
import { unsettled } from '../claims/unsettled.ts';
import { LabError } from '../errors.ts';
import type { Verdict } from '../lab/experiment.ts';
import type { RunRecord } from '../lab/run-record.ts';
import { holdsRun, listRuns, readRun } from '../lab/run-store.ts';
import type { Context } from './context.ts';
import { referenceFolder, resultsRoot } from './folders.ts';

/** A verdict on a claim and where it comes from. */
export interface ClaimAnswer {
  readonly claim: string;
  readonly verdict: Verdict['verdict'];
  readonly evidence: Verdict['evidence'] | null;
  readonly measured: string | null;
  readonly interval: string | null;
  readonly expected: string;
  readonly experiment: string | null;
  readonly run: string | null;
}

/** A claim with its answers: one from each experiment that settles it, else one that says why. */
export interface AnsweredClaim {
  readonly claim: Claim;
  readonly answers: readonly ClaimAnswer[];
}

/** The ledger with the verdicts of each experiment's newest stored run. */
export function answeredClaims(context: Context): readonly AnsweredClaim[] {
  const all = newestVerdicts(context);
  return context.ledger.map((claim) => {
    const own = all.filter((answer) => answer.claim === claim.id);
    return { claim, answers: own.length > 0 ? own : [unanswered(claim)] };
  });
}

function unanswered(claim: Claim): ClaimAnswer {
  const { id, expected } = claim;
  const nowhere = { interval: null, experiment: null, run: null };
  return { claim: id, ...unsettled(claim), expected, ...nowhere };
}

function newestVerdicts(context: Context): readonly ClaimAnswer[] {
  const newest = new Map<string, readonly ClaimAnswer[]>();
  for (const { runId, experiments } of storedRuns(context)) {
    for (const { id, status, verdicts } of experiments) {
      if (status === 'done' && !newest.has(id)) {
        const origin = { experiment: id, run: runId };
        newest.set(
          id,
          verdicts.map((verdict) => ({ interval: null, ...verdict, ...origin })),
        );
      }
    }
  }
  return [...newest.values()].flat();
}

/** Newest first, the reference last. A run that cannot be read does not hide the others. */
function storedRuns({ cwd, stderr }: Context): readonly RunRecord[] {
  const folders = [...listRuns(resultsRoot(cwd)), referenceFolder(cwd)].filter(holdsRun);
  return folders.flatMap((folder) => {
    try {
      return [readRun(folder)];
    } catch (error) {
      if (!(error instanceof LabError)) {
        throw error;
      }
      stderr.write(`${error.message}; it is left out.\n`);
      return [];
    }
  });
}
