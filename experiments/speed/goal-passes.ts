import { plainName } from '../../src/bench/contender.ts';
import { timeScan } from '../../src/bench/scan.ts';
import { sizeFor } from '../../src/filters/sizing.ts';
import type { Result } from '../../src/lab/experiment.ts';
import type { Job } from './job.ts';
import { pairRows } from './pair.ts';

// The plan has both passes only where there is plain C++ to compare with.

/** Ids and rate of a filter that no cache holds: 171 MiB. */
const large = { n: 100_000_000, p: 0.001 };

/** The last id that is scanned. */
const scanTo = 1_000_000_000;

/** Building the large filter, and asking it for absent and for present ids. */
export async function largePass(job: Job): Promise<Result[]> {
  const { n, p } = large;
  const asked = await pairRows({ ...sizeFor(n, p), n, rounds: job.params.rounds }, job);
  const [{ row }] = asked as [Result];
  const { bits, hashes, buildNs, plainBuildNs } = row;
  const ratio = Number(buildNs) / Number(plainBuildNs);
  const built = { operation: 'build', bits: bits!, hashes: hashes!, n, ns: buildNs!, ratio };
  return [
    ...asked.map((one) => ({ ...one, row: { operation: 'ask', ...one.row } })),
    { row: built },
  ].map((one) => ({ ...one, row: { pass: 'large', reference: plainName, ...one.row } }));
}

/** All ids up to 10^9 that article S0's filter does not hold, on two cores. */
export async function longScanPass({ params, plain }: Job): Promise<Result[]> {
  const { signal } = new AbortController();
  const now = process.hrtime.bigint;
  const scan = await timeScan({ members: params.members, to: scanTo, plain, now, signal });
  const { fp, threads, seconds } = scan;
  const plainSeconds = scan.plainSeconds!;
  const row = { pass: 'scan', operation: 'scan', reference: plainName, fp, threads, seconds };
  return [{ row: { ...row, plainSeconds, ratio: seconds / plainSeconds } }];
}
