import type { Lab } from '../src/lab/experiment.ts';

/** What `count` lookups took, in nanoseconds each, and how many found something. */
export function timeLookups(
  { now }: Pick<Lab, 'now'>,
  count: number,
  finds: (index: number) => boolean,
): { readonly ns: number; readonly found: number } {
  // What is found is counted and given back, so that no lookup can be left out.
  let found = 0;
  const start = now();
  for (let index = 0; index < count; index++) if (finds(index)) found++;
  return { ns: Number(now() - start) / count, found };
}
