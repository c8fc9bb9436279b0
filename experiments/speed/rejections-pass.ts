import { measureRejections } from '../../src/bench/measure-rejections.ts';
import { articleShape } from '../../src/bench/measure-variants.ts';
import type { Result } from '../../src/lab/experiment.ts';
import type { Job } from './job.ts';

/** What the funnel takes, all in all, to reject a request in the process. */
export async function rejectionsPass({ params, seed, plain }: Job): Promise<Result[]> {
  // This process is killed when it is to end.
  const { signal } = new AbortController();
  const results = await measureRejections({ ...params, seed, plain, signal });
  return results.map(({ row, ...rest }) => ({
    row: { pass: 'rejections', ...articleShape, n: params.members, ...row },
    ...rest,
  }));
}
