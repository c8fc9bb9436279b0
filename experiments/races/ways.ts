import { filterRaces } from './filter-races.ts';
import { loadRaces } from './load-races.ts';
import { sentinelTtls } from './plan.ts';
import { snapshotRaces } from './snapshot-races.ts';
import type { Way } from './way.ts';
import { writerRaces } from './writer-races.ts';

/** All races, in the order in which they are run. */
export const groups: readonly (readonly [group: string, ways: readonly Way[]])[] = [
  ['loads', loadRaces],
  ['writers', writerRaces],
  ['filter', filterRaces.map((way) => ({ ...way, sentinelTtlSeconds: sentinelTtls.s2 }))],
  ['snapshots', snapshotRaces],
];
