import { usageError } from '../errors.ts';
import type { Experiment } from '../lab/experiment.ts';
import { suggestion } from './nearest.ts';

/** The experiments with these ids, in the order of the list; all of them when none is named. */
export function chooseExperiments(
  all: readonly Experiment[],
  ids: readonly string[],
): readonly Experiment[] {
  const known = all.map(({ id }) => id);
  const stranger = ids.find((id) => !known.includes(id));
  if (stranger !== undefined) {
    throw usageError(`There is no experiment ${stranger}. ${suggestion(stranger, known)}`);
  }
  return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
}
