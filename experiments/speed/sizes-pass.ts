import { optimalBits, sizeFor } from '../../src/filters/sizing.ts';
import { articleFilter } from '../../src/funnel/defences.ts';
import type { Result } from '../../src/lab/experiment.ts';
import { readCaches } from './caches.ts';
import type { Job } from './job.ts';
import { pairRows } from './pair.ts';

const { p: rate } = articleFilter;

/** Sizes to a decade, enough to see where a cache ends. */
const stepsPerDecade = 2;
const smallestBits = 1_000;

/** Enough to tell how long C++ takes to add one; to add all would take longer than all the rest. */
const plainAdds = 4_000_000;

/** Full filters from 10^3 bits on, and the caches of this machine, in which they lie or do not. */
export async function sizesPass(job: Job): Promise<Result[]> {
  const caches = readCaches();
  const unknown = Object.entries(caches).filter(([, bytes]) => bytes === null);
  const none = Object.fromEntries(
    unknown.map(([name]) => [name, 'there is none, or none is told']),
  );
  const results: Result[] = [];
  for (const bits of sizes(job.params.maxBits)) {
    // Ids that such a filter is made for, and then its very bits.
    const n = Math.floor(bits / optimalBits(1, rate));
    const rows = await pairRows(
      { ...sizeFor(n, rate), n, plainAdds, rounds: job.params.rounds },
      job,
    );
    for (const { row, reasons } of rows) {
      results.push({ row: { pass: 'sizes', ...row, ...caches }, reasons: { ...reasons, ...none } });
    }
  }
  return results;
}

/** 10^3, 10^3.5, 10^4 … and the largest. */
export function sizes(maxBits: number): number[] {
  const steps = Math.ceil(stepsPerDecade * Math.log10(maxBits / smallestBits));
  const list = Array.from({ length: steps }, (_, step) =>
    Math.round(smallestBits * 10 ** (step / stepsPerDecade)),
  );
  return [...list, maxBits];
}
