import type { Work } from './events.ts';
import type { Cell, Experiment } from './experiment.ts';

/** An experiment with the parameters and the cells that a run gives it. */
export interface Plan {
  readonly experiment: Experiment;
  readonly parameters: object;
  readonly cells: readonly Cell[];
}

/** Throws a `TypeError` when two cells have one key: resuming would take one for the other. */
export function planExperiment(experiment: Experiment, parameters: object): Plan {
  const cells = experiment.cells(parameters);
  const keys = new Set(cells.map((cell) => cell.key));
  if (keys.size !== cells.length || keys.has('')) {
    throw new TypeError(`experiment ${experiment.id}: a cell's key is empty or given twice`);
  }
  return { experiment, parameters, cells };
}

/** How many cells are done at once while this one is. */
export function lanesOf({ pure }: Cell, threads: number): number {
  return pure ? threads : 1;
}

/** How much some cells are, with `threads` for the pure ones. */
export function workOf(cells: readonly Cell[], threads: number): Work {
  const seconds = cells.map((cell) => cell.seconds / lanesOf(cell, threads));
  return { cells: cells.length, seconds: seconds.reduce((sum, share) => sum + share, 0) };
}
