import { ExitCode, LabError } from '../errors.ts';
import type { Verdict } from '../lab/experiment.ts';
import type { RunRecord } from '../lab/run-record.ts';
import { holdsRun, listRuns, readRun } from '../lab/run-store.ts';
import type { Context } from './context.ts';
import { referenceFolder, resultsRoot } from './folders.ts';
import { textTable } from './text-table.ts';

/** A claim with its verdict and where that comes from. */
interface AnsweredClaim {
  readonly claim: string;
  readonly verdict: Verdict['verdict'];
  readonly evidence: string | null;
  readonly measured: string | null;
  readonly interval: string | null;
  readonly expected: string;
  readonly experiment: string | null;
  readonly run: string | null;
}

/** Prints the ledger with the verdicts of each experiment's newest stored run. */
export async function claimsCommand(
  options: { readonly json?: true },
  context: Context,
): Promise<ExitCode> {
  const claims = answeredClaims(context);
  context.stdout.write(
    options.json ? `${JSON.stringify({ claims }, null, 2)}\n` : textClaims(claims, context),
  );
  return ExitCode.done;
}

/** A claim that several experiments answer stands once for each; one that none answers, once. */
function answeredClaims(context: Context): readonly AnsweredClaim[] {
  const answers = newestVerdicts(context);
  return context.ledger.flatMap(({ id, expected }) => {
    const own = answers.filter(({ claim }) => claim === id);
    return own.length > 0 ? own : [{ ...unanswered, claim: id, expected }];
  });
}

const unanswered = {
  verdict: 'not run',
  evidence: null,
  measured: null,
  interval: null,
  experiment: null,
  run: null,
} as const;

function newestVerdicts(context: Context): readonly AnsweredClaim[] {
  const newest = new Map<string, readonly AnsweredClaim[]>();
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

function textClaims(claims: readonly AnsweredClaim[], { ledger }: Context): string {
  const statements = new Map(ledger.map(({ id, statement }) => [id, statement]));
  const table = textTable(
    claims.map(({ claim, verdict, evidence, experiment, run }) => [
      claim,
      verdict,
      evidence === null ? '' : `${evidence}: ${experiment} of ${run}`,
      statements.get(claim) ?? '',
    ]),
  );
  const figures = claims.flatMap(({ claim, measured, interval, expected }) =>
    measured === null
      ? []
      : [[claim, `expected ${expected}; measured ${measured}${interval ? `, ${interval}` : ''}`]],
  );
  const articles = new Map(ledger.map(({ id, article }) => [id.split('-')[0]!, article]));
  return [textTable([...articles]), table, textTable(figures)].filter(Boolean).join('\n');
}
