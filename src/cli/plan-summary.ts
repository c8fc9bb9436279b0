import type { Experiment } from '../lab/experiment.ts';
import { type Plan, workOf } from '../lab/plan.ts';
import { clockTime } from '../lab/progress.ts';
import { textTable } from './text-table.ts';

/**
 * What `--dry-run` prints: what would be done, with which servers, and how long it takes with
 * `threads` for the cells that can be done beside each other.
 */
export function textPlan(plans: readonly Plan[], threads: number): string {
  const lines = plans.map(({ experiment, parameters, cells }) => [
    experiment.id,
    `${cells.length}`,
    clockTime(workOf(cells, threads).seconds),
    experiment.needs.join(', ') || 'none',
    JSON.stringify(parameters),
  ]);
  const total = workOf(
    plans.flatMap(({ cells }) => cells),
    threads,
  );
  return [
    textTable([['experiment', 'cells', 'expected', 'servers', 'parameters'], ...lines], [1, 2]),
    `\n${total.cells} cells, about ${clockTime(total.seconds)} in all; nothing was started\n`,
  ].join('');
}

/** The same for `--json`. */
export function jsonPlan(plans: readonly Plan[], threads: number): string {
  const experiments = plans.map(({ experiment: { id, needs }, parameters, cells }) => ({
    id,
    needs,
    parameters,
    cells: cells.map(({ key }) => key),
    expectedSeconds: workOf(cells, threads).seconds,
  }));
  return `${JSON.stringify({ experiments }, null, 2)}\n`;
}

/** What `--list` prints. */
export function textList(experiments: readonly Experiment[]): string {
  return textTable(
    experiments.map(({ id, question, needs }) => [id, question, `(${needs.join(', ') || 'none'})`]),
  );
}

export function jsonList(experiments: readonly Experiment[]): string {
  const list = experiments.map(({ id, title, question, needs, budgetSeconds, presets }) => {
    return { id, title, question, needs, budgetSeconds, presets };
  });
  return `${JSON.stringify({ experiments: list }, null, 2)}\n`;
}
