import { ExitCode, LabError, usageError } from '../errors.ts';
import { serverFault } from '../servers/server-fault.ts';
import { unlessAborted } from './abort.ts';
import type { CellPool } from './cell-pool.ts';
import { cellRandom } from './cell-random.ts';
import type { RunEvent } from './events.ts';
import type { Cell, Lab, Result } from './experiment.ts';
import { lanesOf, type Plan, workOf } from './plan.ts';
import type { ExperimentRecord, RunRecord, Status } from './run-record.ts';
import type { RunFolder } from './run-store.ts';
import type { OwnedStage } from './stage.ts';

/** How long the servers may take to stop before they are left to their guards. */
const closeLimitMs = 3_000;

/** A run that is to be done, with all that it takes from outside. */
export interface RunOptions {
  readonly plans: readonly Plan[];
  readonly folder: RunFolder;
  /** As it stands before this run: with the statuses and seconds of the part done before. */
  readonly record: RunRecord;
  readonly stage: OwnedStage;
  /** Does the pure cells; without it they are done here, one by one. */
  readonly pool?: CellPool | undefined;
  /** Monotonic nanoseconds. */
  now(): bigint;
  /** Its reason is a {@link LabError} with the exit code of the interruption. */
  readonly signal: AbortSignal;
  onEvent(event: RunEvent): void;
}

/** How a run ended: its record as stored, and what the process is to end with. */
export interface RunOutcome {
  readonly record: RunRecord;
  readonly exitCode: ExitCode;
}

/** The record of an experiment that has not been started. */
export function blankRecord({ experiment, parameters }: Plan): ExperimentRecord {
  return {
    id: experiment.id,
    title: experiment.title,
    status: 'skipped',
    seconds: 0,
    rows: 0,
    parameters: JSON.parse(JSON.stringify(parameters)),
    columns: experiment.columns,
    expectations: [],
    verdicts: [],
  };
}

/**
 * Does what is missing of a run: experiment by experiment, cell by cell, each cell stored when it
 * is whole, pure ones in the order in which they end. An experiment that throws is marked as failed
 * and the others go on; an interruption gives up the cells at hand and keeps the rest. The stage is
 * closed in any case. Throws only when the results cannot be written.
 */
export async function runExperiments(options: RunOptions): Promise<RunOutcome> {
  const run = new Run(options);
  try {
    return await run.finish();
  } finally {
    await closeStage(options);
  }
}

class Run {
  readonly #options: RunOptions;
  readonly #startedNs: bigint;
  readonly #exitCodes: ExitCode[] = [];
  #record: RunRecord;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#startedNs = options.now();
    this.#record = options.record;
  }

  async finish(): Promise<RunOutcome> {
    const { plans, folder, signal, onEvent } = this.#options;
    folder.save({ ...this.#record, status: 'interrupted' });
    const kept = plans.map(({ experiment }) => folder.takeUp(experiment.id));
    const missing = plans.flatMap((plan, index) => missingCells(plan, kept[index]));
    onEvent({ type: 'run-started', work: workOf(missing, this.#threads) });
    for (const [index, plan] of plans.entries()) {
      if (signal.aborted) {
        break;
      }
      const record = await this.#experiment(plan, new Map(kept[index]));
      this.#save(record);
      onEvent({ type: 'experiment-ended', record });
    }
    return this.#outcome();
  }

  async #experiment(plan: Plan, cells: Map<string, readonly Result[]>): Promise<ExperimentRecord> {
    const { now, onEvent, record } = this.#options;
    const { experiment } = plan;
    const startedNs = now();
    const before = record.experiments.find(({ id }) => id === experiment.id);
    const ended = (status: Status, rest: Partial<ExperimentRecord> = {}): ExperimentRecord => ({
      ...blankRecord(plan),
      status,
      seconds: (before?.seconds ?? 0) + secondsSince(startedNs, now()),
      rows: [...cells.values()].flat().length,
      ...rest,
    });
    onEvent({
      type: 'experiment-started',
      title: experiment.title,
      work: workOf(missingCells(plan, cells), this.#threads),
      cellsKept: cells.size,
    });
    // Should this process be killed, the file says what is true: begun and not ended.
    this.#save(ended('interrupted'));
    try {
      checkCells(plan, cells);
      await this.#doCells(plan, cells);
      return ended('done', this.#judge(plan, cells));
    } catch (thrown) {
      if (this.#options.signal.aborted) {
        return ended('interrupted');
      }
      const error = serverFault(thrown) ?? thrown;
      this.#exitCodes.push(error instanceof LabError ? error.exitCode : ExitCode.unexpected);
      return ended('failed', { message: this.#failure(experiment.id, error) });
    }
  }

  /** The pure cells first, beside each other, then the others alone. */
  async #doCells(plan: Plan, done: Map<string, readonly Result[]>): Promise<void> {
    const missing = missingCells(plan, done);
    await this.#doPureCells(
      plan,
      missing.filter(({ pure }) => pure),
      done,
    );
    for (const cell of missing.filter(({ pure }) => !pure)) {
      await this.#doCell(plan, cell, done);
    }
  }

  /** Long ones first, so that no thread is left alone with one at the end. */
  async #doPureCells(
    plan: Plan,
    cells: readonly Cell[],
    done: Map<string, readonly Result[]>,
  ): Promise<void> {
    const { pool } = this.#options;
    const queue = cells.toSorted((a, b) => b.seconds - a.seconds);
    const lane = async () => {
      for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
        await this.#doCell(plan, cell, done).catch((error) => {
          queue.length = 0;
          throw error;
        });
      }
    };
    try {
      // What runs beside a cell that fails is finished and kept.
      const lanes = await Promise.allSettled(Array.from({ length: this.#threads }, lane));
      const failed = lanes.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    } finally {
      await pool?.close();
    }
  }

  get #threads(): number {
    return this.#options.pool?.threads ?? 1;
  }

  async #doCell(plan: Plan, cell: Cell, done: Map<string, readonly Result[]>): Promise<void> {
    const { folder, now, signal, onEvent } = this.#options;
    const { experiment } = plan;
    signal.throwIfAborted();
    const name = `${experiment.id}/${cell.key}`;
    const startedNs = now();
    const lanes = lanesOf(cell, this.#threads);
    onEvent({ type: 'cell-started', name, expectedSeconds: cell.seconds, lanes });
    // A cell that is given up is not waited for: its servers are stopped next, its thread ended.
    const results = await unlessAborted(this.#resultsOf(plan, cell), signal);
    folder.append(experiment, cell, results);
    done.set(cell.key, results);
    onEvent({ type: 'cell-done', name, seconds: secondsSince(startedNs, now()) });
  }

  async #resultsOf({ experiment, parameters }: Plan, cell: Cell): Promise<readonly Result[]> {
    const { record, now, stage, signal, onEvent, pool } = this.#options;
    const { seed } = record;
    // What breaks because the servers are being stopped is no news.
    const log = (line: string) => signal.aborted || onEvent({ type: 'log', line });
    if (cell.pure && pool !== undefined) {
      const job = { seed, experimentId: experiment.id, parameters, cellKey: cell.key };
      return pool.run(job, log);
    }
    const lab: Lab = {
      seed,
      random: cellRandom(seed, experiment.id, cell.key),
      now,
      stage,
      signal,
      log,
    };
    return experiment.run(cell, lab, parameters);
  }

  #judge(plan: Plan, cells: ReadonlyMap<string, readonly Result[]>): Partial<ExperimentRecord> {
    const { experiment, parameters } = plan;
    const rows = plan.cells.flatMap(({ key }) => cells.get(key) ?? []).map(({ row }) => row);
    const expectations = experiment.expectations(rows, parameters);
    if (expectations.some(({ holds }) => !holds)) {
      this.#exitCodes.push(ExitCode.expectation);
    }
    return { expectations, verdicts: experiment.verdicts(rows, parameters) };
  }

  /** A fault of ours is shown with its stack, once; what is stored is its message. */
  #failure(experimentId: string, error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    const shown = error instanceof LabError || !(error instanceof Error) ? message : error.stack;
    this.#options.onEvent({ type: 'log', line: `${experimentId} failed: ${shown}` });
    return message;
  }

  #save(record: ExperimentRecord): void {
    const experiments = this.#record.experiments.map((old) =>
      old.id === record.id ? record : old,
    );
    this.#record = this.#stamped({ ...this.#record, experiments }, 'interrupted');
    this.#options.folder.save(this.#record);
  }

  #outcome(): RunOutcome {
    const { folder, signal } = this.#options;
    const allDone = this.#record.experiments.every(({ status }) => status === 'done');
    const status = signal.aborted ? 'interrupted' : allDone ? 'done' : 'failed';
    this.#record = this.#stamped(this.#record, status);
    folder.save(this.#record);
    return {
      record: this.#record,
      exitCode: signal.aborted ? interruptionCode(signal) : worstOf(this.#exitCodes),
    };
  }

  #stamped(record: RunRecord, status: Status): RunRecord {
    const { stage, now } = this.#options;
    return {
      ...record,
      status,
      seconds: this.#options.record.seconds + secondsSince(this.#startedNs, now()),
      environment: { ...record.environment, servers: stage.servers() },
    };
  }
}

function missingCells({ cells }: Plan, kept: ReadonlyMap<string, unknown> = new Map()): Cell[] {
  return cells.filter(({ key }) => !kept.has(key));
}

/** Rows of cells that nobody knows are another version's; they must not be mixed with ours. */
function checkCells({ experiment, cells }: Plan, kept: ReadonlyMap<string, unknown>): void {
  const known = new Set(cells.map(({ key }) => key));
  const stranger = [...kept.keys()].find((key) => !known.has(key));
  if (stranger !== undefined) {
    throw usageError(`the stored rows of ${experiment.id} have a cell ${stranger} that it has not`);
  }
}

/** Bounded, so that a server that does not stop cannot keep us: its guard ends it. */
async function closeStage({ stage, onEvent }: RunOptions): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, closeLimitMs, 'The servers do not stop; they are killed.');
  });
  const closed = stage.close().then(
    () => undefined,
    (error: unknown) => `The servers did not stop cleanly: ${error}`,
  );
  const complaint = await Promise.race([closed, limit]);
  clearTimeout(timer);
  if (complaint !== undefined) {
    onEvent({ type: 'log', line: complaint });
  }
}

function interruptionCode({ reason }: AbortSignal): ExitCode {
  return reason instanceof LabError ? reason.exitCode : ExitCode.interrupted;
}

/** What cannot be explained weighs most; a broken expectation yields to what kept cells undone. */
function worstOf(codes: readonly ExitCode[]): ExitCode {
  const weights = [ExitCode.unexpected, ExitCode.usage, ExitCode.server, ExitCode.reference];
  return weights.find((code) => codes.includes(code)) ?? codes[0] ?? ExitCode.done;
}

function secondsSince(startedNs: bigint, nowNs: bigint): number {
  return Number((nowNs - startedNs) / 1_000_000n) / 1000;
}
