import type { ExperimentRecord } from './run-record.ts';

/** What happens in a run, as it happens; whoever shows progress listens. */
export type RunEvent =
  | {
      readonly type: 'run-started';
      /** Expected seconds of the cells that are to be done. */
      readonly expectedSeconds: number;
      readonly cells: number;
    }
  | { readonly type: 'experiment-started'; readonly title: string; readonly cellsKept: number }
  | { readonly type: 'cell-started'; readonly cell: CellName; readonly expectedSeconds: number }
  | { readonly type: 'cell-done'; readonly cell: CellName; readonly seconds: number }
  | { readonly type: 'experiment-ended'; readonly record: ExperimentRecord }
  | { readonly type: 'log'; readonly line: string };

export interface CellName {
  readonly experiment: string;
  readonly key: string;
}
