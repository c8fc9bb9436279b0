import type { ExperimentRecord } from './run-record.ts';

/** Some cells that are to be done, and the seconds that they expect. */
export interface Work {
  readonly cells: number;
  readonly seconds: number;
}

/** What happens in a run, as it happens; whoever shows progress listens. */
export type RunEvent =
  | { readonly type: 'run-started'; readonly work: Work }
  | {
      readonly type: 'experiment-started';
      readonly title: string;
      readonly work: Work;
      /** Cells whose rows are there already, from the run that is resumed. */
      readonly cellsKept: number;
    }
  /** `name` is `<experiment>/<cell key>`. */
  | { readonly type: 'cell-started'; readonly name: string; readonly expectedSeconds: number }
  | { readonly type: 'cell-done'; readonly name: string; readonly seconds: number }
  | { readonly type: 'experiment-ended'; readonly record: ExperimentRecord }
  | { readonly type: 'log'; readonly line: string };
