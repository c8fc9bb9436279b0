import type { ExperimentRecord } from './run-record.ts';

/** Some cells that are to be done, and the seconds on the clock that they expect. */
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
  | {
      readonly type: 'cell-started';
      /** `<experiment>/<cell key>` */
      readonly name: string;
      readonly expectedSeconds: number;
      /** How many cells are done at once: a second of this one is that part of one on the clock. */
      readonly lanes: number;
    }
  | { readonly type: 'cell-done'; readonly name: string; readonly seconds: number }
  | { readonly type: 'experiment-ended'; readonly record: ExperimentRecord }
  | { readonly type: 'log'; readonly line: string };
