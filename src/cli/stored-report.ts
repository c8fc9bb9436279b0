import type { Claim } from '../claims/claim.ts';
import { ExitCode, LabError } from '../errors.ts';
import type { Experiment, Result } from '../lab/experiment.ts';
import type { Environment, ExperimentRecord, RunRecord } from '../lab/run-record.ts';
import { readResults } from '../lab/run-store.ts';
import type { ExperimentReport, RunReport } from '../report/run-report.ts';
import type { ServerInfo } from '../servers/server.ts';

/** All that the page of a stored run shows; expectations, verdicts and charts are made anew. */
export function storedReport(
  record: RunRecord,
  folder: string,
  experiments: readonly Experiment[],
  ledger: readonly Claim[],
): RunReport {
  const { runId, preset, seed, createdAt, status, command } = record;
  const statements = new Map(ledger.map(({ id, statement }) => [id, statement]));
  return {
    runId,
    preset,
    seed,
    createdAt,
    status,
    command,
    environment: environmentLines(record.environment),
    experiments: record.experiments.map((stored) => {
      const known = experiments.find(({ id }) => id === stored.id);
      const rows = readResults(folder, stored.id);
      return experimentReport(stored, rows, statements, known);
    }),
    ledger,
  };
}

function experimentReport(
  stored: ExperimentRecord,
  rows: readonly Result[],
  statements: ReadonlyMap<string, string>,
  known: Experiment | undefined,
): ExperimentReport {
  const { message, expectations, verdicts, ...rest } = stored;
  if (stored.status === 'done' && rows.length !== stored.rows) {
    throw damaged(stored, `${rows.length} whole rows instead of ${stored.rows}`);
  }
  const now = judge(stored, rows, known);
  const judged = now ?? { expectations, verdicts, charts: [] };
  const isForeign = stored.status === 'done' && now === undefined;
  const note = message ?? (isForeign ? foreignNote : undefined);
  return {
    ...rest,
    ...judged,
    question: known?.question ?? '',
    rows,
    verdicts: judged.verdicts.map((verdict) => {
      const statement = statements.get(verdict.claim);
      return statement === undefined ? verdict : { ...verdict, statement };
    }),
    ...(note === undefined ? {} : { note }),
  };
}

const foreignNote =
  'Another version of funnel-lab made this; it is shown as that version judged it, without charts.';

/**
 * Nothing is judged or drawn from a part of the rows, nor from rows that another version made: of
 * other columns or with parameters that are none here.
 */
function judge(stored: ExperimentRecord, results: readonly Result[], known?: Experiment) {
  const sameColumns = JSON.stringify(known?.columns) === JSON.stringify(stored.columns);
  const parameters = known?.parameters.safeParse(stored.parameters).data;
  if (known === undefined || parameters === undefined || !sameColumns || stored.status !== 'done') {
    return undefined;
  }
  const rows = results.map(({ row }) => row);
  try {
    return {
      expectations: known.expectations(rows, parameters),
      verdicts: known.verdicts(rows, parameters),
      charts: known.charts(rows, parameters),
    };
  } catch (error) {
    // They were judged when they were measured, so they are not what was measured then.
    const why = error instanceof Error ? error.message : String(error);
    throw damaged(stored, `they cannot be judged (${why})`);
  }
}

function damaged({ id }: ExperimentRecord, what: string): LabError {
  return new LabError(ExitCode.reference, `The stored rows of ${id} are damaged: ${what}`);
}

function environmentLines(environment: Environment): Readonly<Record<string, string>> {
  const { servers, gitSha, gitDirty, memoryBytes, packageVersion, ...rest } = environment;
  const plain = Object.entries(rest).map(([name, value]) => [name, String(value)]);
  const commit = gitSha === null ? 'not a checkout' : `${gitSha}${gitDirty ? ' (changed)' : ''}`;
  return Object.fromEntries([
    ['funnel-lab', packageVersion],
    ['commit', commit],
    ...plain,
    ['memory', `${(memoryBytes / 2 ** 30).toFixed(1)} GiB`],
    ...servers.map(({ role, ...server }) => [role, serverLine(server)]),
  ]);
}

function serverLine({ product, version, source, where, allocator }: ServerInfo): string {
  const memory = allocator === undefined ? '' : `, ${allocator}`;
  return `${product} ${version}${memory} (${source}: ${where})`;
}
