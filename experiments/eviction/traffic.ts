import type { Sku } from '../../src/funnel/sku.ts';
import { generateSkus } from '../../src/funnel/sku-rows.ts';
import type { Lab } from '../../src/lab/experiment.ts';
import { contiguous } from '../../src/workload/population.ts';
import type { Parameters } from './plan.ts';

/** The rows that are asked for all the time: the first of the table. */
export function hotSkus(lab: Lab, { hot }: Parameters): Sku[] {
  return [
    ...generateSkus(
      lab.seed,
      Array.from({ length: hot }, (_, index) => index + 1),
    ),
  ];
}

/** The ids that the flood asks for, each once: those after the last of the table. */
export function absentIds({ skus, flood }: Parameters): number[] {
  return Array.from({ length: flood }, (_, index) => contiguous(skus).maxId + 1 + index);
}
