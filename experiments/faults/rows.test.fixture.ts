import { noOutcomes } from '../../src/funnel/outcomes.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { type FaultName, faultNames, gateNames } from './plan.ts';

/** As a run gives them where all is as it should be; ten requests a bin. */
export function faultsRows(): Row[] {
  return [
    ...faultNames.flatMap(openRows),
    ...closedRows(),
    ...gateNames.map((gate) => {
      const rejected = gate === 'inside, cache switched off' ? 0 : 5;
      const missed = 5 - rejected;
      const answers = { absent: 5, rejected, found: 5, missed, offSelects: 5 + missed };
      return { pass: 'Redis off', gate, offRequests: 10, ...answers };
    }),
  ];
}

const lines: Readonly<Partial<Record<FaultName, string>>> = {
  'Redis killed': 'Redis: does not answer (gone); Redis: works again',
  'Redis refuses writes': 'Redis writes: refused (OOM); Redis writes: works again',
};

function openRows(fault: FaultName): Row[] {
  const name = { pass: 'open loop', fault };
  const stopped = fault === 'MySQL stopped';
  const error = fault === 'MySQL busy' ? 2 : 0;
  const loads = 30 - error;
  const counts = (answered: number, errors: number) => ({
    answered,
    ...noOutcomes(),
    'db-hit': answered - errors - 2,
    'filter-reject': 2,
    error: errors,
    refused: errors,
    slow: 0,
    latencyNsP50: 1e6,
    latencyNsP99: null,
    latencyNsMax: 2e6,
  });
  return [
    {
      ...name,
      part: 'whole',
      ...{ requests: 30, sent: 30, dropped: 0, answered: 30, wrongAnswers: 0 },
      ...{ keptSchedule: true, startLagNsP99: null, startLagNsMax: 1e6 },
      ...{ faultBeginMs: 100, faultEndMs: 200, troubleMs: 0, lines: lines[fault] ?? '' },
      ...{ connections: 8, selects: loads, selectsLeast: loads, selectsMost: loads + error },
      ...{ gets: fault === 'Redis killed' ? null : 30, getsMost: 30 },
      ...(stopped ? { answeredWhileStopped: 0 } : {}),
      firstHitMs: stopped ? null : 50,
    },
    { ...name, part: 'window', window: 'before', ...counts(10, 0) },
    { ...name, part: 'window', window: 'during', ...counts(10, error) },
    { ...name, part: 'window', window: 'after', ...counts(10, 0) },
    ...[0, 100, 200].map((atMs) => ({ ...name, part: 'bin', atMs, ...counts(10, 0) })),
    ...(stopped
      ? [50, 99].map((percent) => ({
          ...name,
          part: 'tail',
          percent,
          latencyNs: 9e8,
          serviceNs: 1e6,
        }))
      : []),
  ];
}

function closedRows(): Row[] {
  const name = { pass: 'closed loop', fault: 'MySQL stopped' };
  return [
    { ...name, part: 'whole', requests: 30, answered: 30, slow: 8 },
    ...[50, 99].map((percent) => ({ ...name, part: 'tail', percent, serviceNs: 1e6 })),
  ];
}
