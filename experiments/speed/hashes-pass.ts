import { LimbFilter } from '../../src/bench/limb-filter.ts';
import { articleShape } from '../../src/bench/measure-variants.ts';
import type { Shape } from '../../src/filters/sizing.ts';
import type { Result } from '../../src/lab/experiment.ts';
import { stable } from '../rows.ts';
import type { Job } from './job.ts';
import { pairRows } from './pair.ts';

/** Numbers of probes that are compared; the article's is among them. */
const hashCounts = [1, 2, 4, articleShape.hashes, 16, 24];

/** Absent ids whose probes are counted. */
const countedIds = 100_000;

/**
 * Filters of the article's bits and fill, by the number of probes: how many of them a query makes,
 * all of which are counted, and how long it takes.
 */
export async function hashesPass(job: Job): Promise<Result[]> {
  const results: Result[] = [];
  for (const hashes of hashCounts) {
    const shape = { ...articleShape, hashes };
    // As many bits are set by fewer probes of more ids.
    const n = Math.round((job.params.members * articleShape.hashes) / hashes);
    const rejected = probesPerRejection(shape, n);
    const rows = await pairRows({ ...shape, n, rounds: job.params.rounds }, job);
    for (const { row, ...rest } of rows) {
      // A present id meets none but set bits.
      const probesPerQuery = row.presentShare === 0 ? rejected : hashes;
      results.push({ row: { pass: 'hashes', ...row, probesPerQuery }, ...rest });
    }
  }
  return results;
}

/** The mean over the first absent ids that a filter of the ids 1 … n rejects. */
export function probesPerRejection(shape: Shape, n: number, asked = countedIds): number {
  const filter = new LimbFilter(shape);
  for (let id = 1; id <= n; id++) filter.add(id);
  let probes = 0;
  let rejections = 0;
  for (let id = n + 1; id <= n + asked; id++) {
    const probe = filter.probes(id);
    if (probe > shape.hashes) continue;
    probes += probe;
    rejections++;
  }
  return stable(probes / rejections);
}
