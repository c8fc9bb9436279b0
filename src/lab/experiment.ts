import type { z } from 'zod';
import type { Random } from '../workload/random.ts';
import type { Chart } from './chart.ts';
import type { Stage } from './stage.ts';

/** How much is measured: seconds, a few minutes, or as long as good numbers need. */
export const presets = ['smoke', 'quick', 'full'] as const;
export type Preset = (typeof presets)[number];

/** What a cell must have; `private-…` means a server of its own even when a URL is given. */
export type Need = 'redis' | 'mysql' | 'private-redis' | 'private-mysql';

/** A value of a row. A `null` needs a reason under the same name in `reasons`. */
export type Value = string | number | boolean | null;

/**
 * One result. Ids and counts above 2^53 are strings; NaN and Infinity are refused. A column that
 * does not concern a row is left out of it.
 */
export interface Row {
  readonly [column: string]: Value;
}

/** A row with the reasons of its nulls, as `run` gives it. */
export interface Result {
  readonly row: Row;
  readonly reasons?: Readonly<Record<string, string>>;
}

/** What a value of a row is. */
export interface Column {
  readonly name: string;
  readonly unit: string;
  /** `exact`: the same for the same seed on any machine; `measured`: times, bytes, joins. */
  readonly kind: 'exact' | 'measured';
}

/** The smallest piece that can be done again: a pure function of its parameters and the seed. */
export interface Cell {
  /** Stable and unique within the experiment: `exact/random/bloom`. */
  readonly key: string;
  /** Expected seconds, for the remaining time and `--dry-run`. */
  readonly seconds: number;
  /**
   * Uses no server and measures no time, so that it may be done beside others in a thread of its
   * own. All other cells are done alone.
   */
  readonly pure?: true;
}

/** What must hold for the software to be right; a broken one ends the run with exit 4. */
export interface Expectation {
  readonly name: string;
  readonly holds: boolean;
  readonly measured: string;
  readonly expected: string;
}

/** `unproven`: no evidence, or an interval that cannot tell. A refuted claim fails no run. */
export const verdictWords = [
  'reproduced',
  'refuted',
  'conditional',
  'unproven',
  'not testable',
  'not run',
] as const;

/** The answer to one claim. `conditional` states its condition in `measured`. */
export interface Verdict {
  readonly claim: string;
  readonly verdict: (typeof verdictWords)[number];
  readonly evidence: 'run' | 'census' | 'computed' | 'source';
  /** With interval, sample size and method where it is an estimate. */
  readonly measured: string;
  readonly interval?: string;
  readonly expected: string;
}

/** What the lab hands to a cell; there is no other way to chance, time or servers. */
export interface Lab {
  readonly seed: string;
  /** The generator named by (seed, experiment, cell key, ...path). */
  random(...path: readonly string[]): Random;
  /** Monotonic nanoseconds. */
  now(): bigint;
  readonly stage: Stage;
  /** Aborted when the run is interrupted; long loops look at it. */
  readonly signal: AbortSignal;
  /** A line for the log of the run (on stderr). */
  log(line: string): void;
}

/** One question. `P` are its parameters, `C` its cells. */
export interface Experiment<P extends object = object, C extends Cell = Cell> {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly needs: readonly Need[];
  readonly columns: readonly Column[];
  /** Describes and checks the parameters that `--set` may change. */
  readonly parameters: z.ZodType<P>;
  readonly presets: Readonly<Record<Preset, P>>;
  /** Seconds that `quick` may take on two cores, servers included. */
  readonly budgetSeconds: number;
  cells(params: P): readonly C[];
  run(cell: C, lab: Lab, params: P): Promise<readonly Result[]>;
  /** These three are pure functions of the stored rows. */
  expectations(rows: readonly Row[], params: P): readonly Expectation[];
  verdicts(rows: readonly Row[], params: P): readonly Verdict[];
  charts(rows: readonly Row[], params: P): readonly Chart[];
}
