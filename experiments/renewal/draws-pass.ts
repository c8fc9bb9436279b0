import type { Lab, Result } from '../../src/lab/experiment.ts';
import { contiguous } from '../../src/workload/population.ts';
import { type Parameters, ranges } from './plan.ts';

/** How many of so many random ids are new, and how many of them exist: counted. */
export function drawsPass(lab: Lab, { draws, skus }: Parameters): Result[] {
  const population = contiguous(skus);
  return ranges.map((range) => {
    const { below } = lab.random('draws', String(range));
    const drawn = new Float64Array(draws).map(() => 1 + below(range)).sort();
    const distinct = drawn.reduce(
      (count, id, index) => (index > 0 && id === drawn[index - 1] ? count : count + 1),
      0,
    );
    const distinctByTheory = Math.round(-range * Math.expm1(draws * Math.log1p(-1 / range)));
    const present = drawn.filter((id) => population.has(id)).length;
    return { row: { pass: 'draws', range, draws, distinct, distinctByTheory, present } };
  });
}
