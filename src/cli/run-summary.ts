import { dirname } from 'node:path';
import type { ExperimentRecord, RunRecord } from '../lab/run-record.ts';
import { painter } from '../lab/terminal.ts';
import type { Context } from './context.ts';
import { resultsRoot } from './folders.ts';
import { textTable } from './text-table.ts';

/** A run that has ended, and where what it wrote is. */
export interface EndedRun {
  readonly record: RunRecord;
  /** Its folder of results. */
  readonly out: string;
  /** The page; `null` when none was drawn. */
  readonly report: string | null;
}

/** What `--json` prints. */
export function jsonSummary({ record, out, report }: EndedRun): string {
  const { runId, preset, seed, seconds } = record;
  const experiments = record.experiments.map((experiment) => {
    const { id, status, message, seconds, rows, expectations, verdicts } = experiment;
    return { id, status, message, seconds, rows, expectations, verdicts };
  });
  const summary = { runId, preset, seed, out, report, seconds, experiments };
  return `${JSON.stringify(summary, null, 2)}\n`;
}

/** The same for people: a table, and where the files are. */
export function textSummary(run: EndedRun, context: Context): string {
  const { experiments, runId, seed, status } = run.record;
  const budgets = budgetsOf(run.record, context);
  const table = textTable(
    [
      ['experiment', 'status', 'rows', 'seconds', 'budget', 'expectations', 'verdicts'],
      ...experiments.map((experiment) => tableLine(experiment, budgets.get(experiment.id))),
      totalLine(run.record, [...budgets.values()]),
    ],
    [2, 3, 4],
  );
  // A run that lies where `--out` put it is named by its folder.
  const name = dirname(run.out) === resultsRoot(context.cwd) ? runId : run.out;
  return [
    table,
    `\nrun      ${runId} (${status}, seed ${seed})\n`,
    `results  ${run.out}\n`,
    `report   ${run.report ?? `not drawn; npm run report -- ${name}`}\n`,
    status === 'done' ? '' : `go on    npm run experiment -- --resume ${name}\n`,
  ].join('');
}

/** The seconds that each experiment may take; they are promised for `quick` alone. */
function budgetsOf(
  { preset, experiments: done }: RunRecord,
  { experiments }: Context,
): ReadonlyMap<string, number> {
  if (preset !== 'quick') return new Map();
  const ran = experiments.filter(({ id }) => done.some((record) => record.id === id));
  return new Map(ran.map(({ id, budgetSeconds }) => [id, budgetSeconds]));
}

/** The stop of the servers is in the total and in no line above. */
function totalLine({ experiments, seconds }: RunRecord, budgets: readonly number[]) {
  const rows = experiments.reduce((sum, experiment) => sum + experiment.rows, 0);
  const budget = budgets.reduce((sum, one) => sum + one, 0);
  return ['total', '', String(rows), seconds.toFixed(1), budget === 0 ? '-' : String(budget)];
}

function tableLine(
  { id, status, rows, seconds, ...judged }: ExperimentRecord,
  budgetSeconds: number | undefined,
): readonly string[] {
  const broken = judged.expectations.filter(({ holds }) => !holds).length;
  const holding = judged.expectations.length - broken;
  return [
    id,
    status,
    String(rows),
    seconds.toFixed(1),
    budgetSeconds === undefined ? '-' : String(budgetSeconds),
    broken === 0 ? `✓ ${holding}` : `✓ ${holding} ✗ ${broken}`,
    verdictCounts(judged.verdicts),
  ];
}

function verdictCounts(verdicts: ExperimentRecord['verdicts']): string {
  const counts = new Map<string, number>();
  for (const { verdict } of verdicts) {
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

/** A line for each expectation that is broken and each experiment that failed; often empty. */
export function faultsText(record: RunRecord, { stderr, env }: Context): string {
  const paint = painter(stderr, env);
  const lines = record.experiments.flatMap((experiment) => faultLines(experiment));
  return lines.map((line) => `${paint('red', line)}\n`).join('');
}

function faultLines({ id, message, expectations }: ExperimentRecord): readonly string[] {
  const broken = expectations.filter(({ holds }) => !holds);
  return [
    ...(message === undefined ? [] : [`✗ ${id}: ${message}`]),
    ...broken.map(
      ({ name, measured, expected }) => `✗ ${id}: ${name}: expected ${expected}, got ${measured}`,
    ),
  ];
}
