import type { Claim } from '../claims/claim.ts';
import type { Experiment } from '../lab/experiment.ts';
import type { Environment, ExperimentRecord, RunRecord } from '../lab/run-record.ts';
import { readResults } from '../lab/run-store.ts';
import type { ExperimentReport, RunReport } from '../report/run-report.ts';
import type { ServerInfo } from '../servers/server.ts';
import { checked } from './settings.ts';

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
      return experimentReport(stored, folder, statements, known);
    }),
  };
}

function experimentReport(
  stored: ExperimentRecord,
  folder: string,
  statements: ReadonlyMap<string, string>,
  known: Experiment | undefined,
): ExperimentReport {
  const { message, expectations, verdicts, ...rest } = stored;
  const judged = judge(stored, folder, known) ?? {
    rows: readResults(folder, stored.id),
    expectations,
    verdicts,
    charts: [],
  };
  const note = message ?? (known === undefined ? 'This version does not know it.' : undefined);
  return {
    ...rest,
    ...judged,
    question: known?.question ?? '',
    verdicts: judged.verdicts.map((verdict) => {
      const statement = statements.get(verdict.claim);
      return statement === undefined ? verdict : { ...verdict, statement };
    }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Nothing is judged or drawn from a part of the rows, nor from rows of other columns. */
function judge(stored: ExperimentRecord, folder: string, known?: Experiment) {
  const sameColumns = JSON.stringify(known?.columns) === JSON.stringify(stored.columns);
  if (known === undefined || !sameColumns || stored.status !== 'done') {
    return undefined;
  }
  const parameters = checked(known, stored.parameters);
  const results = readResults(folder, stored.id, known.cells(parameters));
  const rows = results.map(({ row }) => row);
  return {
    rows: results,
    expectations: known.expectations(rows, parameters),
    verdicts: known.verdicts(rows, parameters),
    charts: known.charts(rows, parameters),
  };
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
