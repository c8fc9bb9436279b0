import type { Column } from '../../src/lab/experiment.ts';
import { exact, measured } from '../columns.ts';

const ends = ['Rejected', 'Hits', 'Loads', 'Errors'];

/** A point fills all of them but `lawsBroken`, which is said once a round. */
export const columns: readonly Column[] = [
  ...exact('', 'pass', 'table', 'round', 'level', 'defence', 'lawsBroken'),
  ...exact('requests', 'normalRequests'),
  ...measured('requests', 'attackRequests', 'normalDropped', 'attackDropped'),
  ...measured('requests', ...ends.map((end) => `normal${end}`)),
  ...measured('requests', ...ends.map((end) => `attack${end}`)),
  ...measured('', 'overloaded', 'keptSchedule'),
  ...measured('ns', 'latencyNsP50', 'latencyNsP99', 'latencyNsMax'),
  ...measured('ns', 'startLagNsP99', 'startLagNsMax'),
  ...measured('ns', 'loopDelayNsP99', 'loopDelayNsMax', 'gcPauseNsTotal'),
  ...measured('s', 'attackSeconds', 'clientCpuSeconds', 'serviceCpuSeconds'),
  ...measured('s', 'redisCpuSeconds', 'mysqlCpuSeconds'),
  ...measured('pauses', 'gcPauses'),
];
