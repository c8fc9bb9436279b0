import type { Claim } from '../claims/claim.ts';
import type { Chart } from '../lab/chart.ts';
import type { Column, Expectation, Preset, Result, Verdict } from '../lab/experiment.ts';
import type { Status } from '../lab/run-record.ts';

/** All that a page tells about one run; whoever knows the run store fills it. */
export interface RunReport {
  /** Names the folder of the page. */
  readonly runId: string;
  readonly preset: Preset;
  readonly seed: string;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  readonly status: Status;
  /** What is typed to repeat the run. */
  readonly command: string;
  /** What the numbers depend on: cpu, memory, products with version and source, … */
  readonly environment: Readonly<Record<string, string>>;
  readonly experiments: readonly ExperimentReport[];
  /** Every claim there is, whether this run settles it or not. */
  readonly ledger: readonly Claim[];
}

/** What a page tells about one experiment of the run. */
export interface ExperimentReport {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly status: Status;
  readonly seconds: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly columns: readonly Column[];
  readonly rows: readonly Result[];
  readonly charts: readonly Chart[];
  readonly expectations: readonly Expectation[];
  readonly verdicts: readonly StatedVerdict[];
  /** Why it failed, was skipped, or what else the reader must know. */
  readonly note?: string;
}

/** A verdict beside the claim in our words. */
export interface StatedVerdict extends Verdict {
  readonly statement?: string;
}
