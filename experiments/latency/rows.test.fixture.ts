import type { Row } from '../../src/lab/experiment.ts';
import { type AttackedDefence, attackedDefences, type Level, levelsOf, tables } from './plan.ts';

/** Milliseconds of the p99 of normal users, as a quiet machine gives them. */
const p99Ms: Readonly<Record<Level, Readonly<Record<AttackedDefence, number>>>> = {
  quiet: { none: 4, sentinel: 4, bloom: 4, both: 4 },
  steady: { none: 8, sentinel: 8, bloom: 5, both: 5 },
  flood: { none: 40, sentinel: 40, bloom: 20, both: 20 },
};

/** As four rounds give them, a little slower from one to the next. */
export function latencyRows(): Row[] {
  const rounds = [0, 1, 2, 3];
  return rounds.flatMap((round) => [
    ...tables.flatMap((table) => [
      ...levelsOf(table).flatMap((level) =>
        attackedDefences.map((defence) => ({
          ...{ pass: 'point', table, round, level, defence },
          ...pointColumns(level, defence, 1 + round / 10),
        })),
      ),
      { pass: 'audit', table, round, lawsBroken: '' },
    ]),
    alone('one client', 'none', round, 1_000 + round),
    alone('in process', 'none', round, 5_000),
    alone('in process', 'bloom', round, 500_000 + round),
  ]);
}

function pointColumns(level: Level, defence: AttackedDefence, slower: number): Row {
  const filtered = defence === 'bloom' || defence === 'both';
  const attackRequests = { quiet: 0, steady: 300, flood: filtered ? 3_000 : 1_000 }[level];
  const p99 = p99Ms[level][defence] * 1e6 * slower;
  return {
    normalRequests: 120,
    ...{ normalRejected: 0, normalHits: 80, normalLoads: 40, normalErrors: 0, normalDropped: 0 },
    attackRequests,
    attackSeconds: level === 'quiet' ? 0 : 0.5,
    ...{ attackRejected: filtered ? attackRequests : 0, attackHits: 0 },
    ...{ attackLoads: filtered ? 0 : attackRequests, attackErrors: 0, attackDropped: 0 },
    ...{ overloaded: false, keptSchedule: true, latencyNsP50: p99 / 4, latencyNsP99: p99 },
    ...{ clientCpuSeconds: 0.1, serviceCpuSeconds: 0.1, redisCpuSeconds: 0.01 },
    mysqlCpuSeconds: filtered ? 0.01 : 0.05,
  };
}

function alone(pass: string, defence: AttackedDefence, round: number, perSecond: number): Row {
  const loads = defence === 'none' ? perSecond : 0;
  return {
    ...{ pass, table: 'fits', round, defence },
    ...{ attackRequests: perSecond, attackSeconds: 1, attackLoads: loads },
  };
}
