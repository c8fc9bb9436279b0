import { articleShape, measureVariants } from '../../src/bench/measure-variants.ts';
import type { Result } from '../../src/lab/experiment.ts';
import type { Job } from './job.ts';

/** Every call path of ours, its rivals and plain C++, at every share of present ids. */
export async function variantsPass({ params, seed, plain }: Job): Promise<Result[]> {
  // This process is killed when it is to end.
  const { signal } = new AbortController();
  const results = await measureVariants({ ...params, seed, plain, signal });
  return results.map(({ row, ...rest }) => ({
    row: { pass: 'variants', ...articleShape, n: params.members, ...row },
    ...rest,
  }));
}
