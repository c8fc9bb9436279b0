import type { Claim } from '../claims/claim.ts';
import type { CellPool } from '../lab/cell-pool.ts';
import type { Experiment } from '../lab/experiment.ts';
import type { OwnedStage, StageOptions } from '../lab/stage.ts';
import type { Output } from '../lab/terminal.ts';
import type { RunReport } from '../report/run-report.ts';

/** All that a command takes from outside, so that a test can hand in its own. */
export interface Context {
  readonly experiments: readonly Experiment[];
  readonly ledger: readonly Claim[];
  readonly env: NodeJS.ProcessEnv;
  /** Results and reports are kept below it. */
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted by SIGINT and its like; the reason is a `LabError` with the exit code. */
  readonly signal: AbortSignal;
  /** Monotonic nanoseconds. */
  now(): bigint;
  wallClock(): Date;
  /** A seed that nobody had before, for what must not repeat itself by default. */
  freshSeed(): string;
  /** Does pure cells beside each other; without it they are done in this thread. */
  readonly pool?: CellPool;
  createStage(options: StageOptions): OwnedStage;
  /** Draws a page below a folder and answers its path. */
  writeReport(report: RunReport, folder: string): Promise<string>;
}
