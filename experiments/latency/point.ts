import { drive } from '../../src/funnel/driver.ts';
import { openLoop } from '../../src/funnel/open-loop.ts';
import { noOutcomes, type OutcomeCounts } from '../../src/funnel/outcomes.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { HttpTarget } from '../../src/lab/http-target.ts';
import type { Remote } from '../../src/lab/remote.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { Samples } from '../../src/stats/samples.ts';
import { percentileColumns } from '../percentiles.ts';
import { beginCpu } from './cpu-clock.ts';
import type { AttackedDefence, Level, Parameters } from './plan.ts';
import type { Attack, AttackCalls, Order, ServiceCalls } from './processes.ts';
import { restOnTimers } from './rest.ts';
import type { RoundTraffic } from './traffic.ts';

/** Connections of the normal clients; more are under way only where the service stands still. */
const normalConnections = 256;
const warmConcurrency = 16;

/** The processes that one round is measured with, and the servers that they stand on. */
export interface Subject {
  readonly scene: Scene;
  readonly mysqlPid: number;
  readonly services: Remote<ServiceCalls>;
  readonly urls: Readonly<Record<AttackedDefence, string>>;
  readonly attackers: Remote<AttackCalls>;
}

/** What is measured at one point. */
interface Measured {
  readonly level: Level;
  readonly defence: AttackedDefence;
  readonly traffic: RoundTraffic;
}

interface Point {
  readonly result: Required<Result>;
  /** All requests that were sent to the service. */
  readonly requests: number;
}

const nobody: Attack = {
  requests: 0,
  seconds: 0,
  outcomes: noOutcomes(),
  dropped: 0,
  cpuSeconds: 0,
};

/**
 * One defence at one level of attack: normal requests at a fixed rate, whose latency counts from
 * when they were due, while the attackers do their part from another process.
 */
export async function measurePoint(
  { scene, mysqlPid, services, urls, attackers }: Subject,
  { level, defence, traffic }: Measured,
  lab: Lab,
  params: Parameters,
): Promise<Point> {
  const { now, signal } = lab;
  const url = urls[defence];
  const target = new HttpTarget(url, normalConnections);
  try {
    await scene.clearKeys();
    await drive(target, traffic.warm, { concurrency: warmConcurrency, now, signal });
    await services.call('usage');
    const endCpu = await beginCpu(scene, mysqlPid);
    const how = attackOf(level, params);
    const answered: number[] = [];
    const [attack, loop] = await Promise.all([
      how === undefined ? nobody : attackers.call('attack', { url, ids: traffic.attack, how }),
      openLoop(target, traffic.normal, {
        arrivals: 'fixed',
        ratePerSecond: params.normalPerSecond,
        inFlightLimit: normalConnections,
        now,
        signal,
        wait: restOnTimers,
        onAnswer: ({ answer, latencyNs }) => {
          // A refusal comes soon: among the answers it would make an overloaded service look fast.
          if (answer.outcome !== 'error') answered.push(latencyNs);
        },
      }),
    ]);
    const usage = await services.call('usage');
    const cpu = await endCpu();
    const latency = percentileColumns('latencyNs', Samples.of(answered));
    const lag = percentileColumns('startLagNs', loop.startLagNs, [99]);
    const errors = loop.outcomes.error + attack.outcomes.error;
    return {
      requests: traffic.warm.length + loop.sent + attack.requests,
      result: {
        row: {
          normalRequests: loop.offered,
          ...latency.row,
          ...lag.row,
          keptSchedule: loop.keptSchedule,
          ...countColumns('normal', loop.outcomes),
          attackRequests: attack.requests,
          attackSeconds: attack.seconds,
          ...countColumns('attack', attack.outcomes),
          normalDropped: loop.dropped,
          attackDropped: attack.dropped,
          overloaded: errors + loop.dropped + attack.dropped > 0,
          clientCpuSeconds: cpu.client + attack.cpuSeconds,
          serviceCpuSeconds: usage.cpuSeconds,
          redisCpuSeconds: cpu.redis,
          mysqlCpuSeconds: cpu.mysql,
          gcPauses: usage.gcPauses,
          gcPauseNsTotal: usage.gcPauseNsTotal,
          loopDelayNsP99: usage.loopDelayNsP99,
          loopDelayNsMax: usage.loopDelayNsMax,
        },
        reasons: {
          ...latency.reasons,
          ...lag.reasons,
          ...(cpu.mysql === null ? { mysqlCpuSeconds: 'this system has no /proc' } : {}),
        },
      },
    };
  } finally {
    target.close();
  }
}

function attackOf(level: Level, params: Parameters): Order['how'] | undefined {
  const { attackPerSecond, attackers, phaseMs } = params;
  if (level === 'steady') return { ratePerSecond: attackPerSecond };
  return level === 'flood' ? { clients: attackers, ms: phaseMs } : undefined;
}

/** Requests of one side by how they ended: kept apart, never one sum. */
export function countColumns(who: 'normal' | 'attack', counts: OutcomeCounts): Row {
  return {
    [`${who}Rejected`]: counts['filter-reject'],
    [`${who}Hits`]: counts['cache-hit'] + counts['sentinel-hit'],
    [`${who}Loads`]: counts['db-hit'] + counts['db-miss'],
    [`${who}Errors`]: counts.error,
  };
}
