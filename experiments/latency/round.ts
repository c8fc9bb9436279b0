import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { permutation } from '../../src/workload/permutation.ts';
import type { Population } from '../../src/workload/population.ts';
import { num } from '../rows.ts';
import {
  attackedDefences,
  type LatencyCell,
  levelsOf,
  type Parameters,
  type TableName,
} from './plan.ts';
import { countColumns, measurePoint, type Subject } from './point.ts';
import { startAttackers, startServices } from './processes.ts';
import { absentIds, floodIdsPerMs, populationOf, roundTraffic } from './traffic.ts';

/** Absent ids that two defences are asked for where no HTTP takes its time: for some 50 ms each. */
const inProcessRequests = { none: 1_000, bloom: 50_000 };

const smallPool = ['--innodb-buffer-pool-size=16M'];

/**
 * One round: every defence meets the same requests at every level, level by level and in a seeded
 * order, so that a slow moment of the machine falls on all of them alike.
 */
export async function latencyRound(
  { table, round }: LatencyCell,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const population = populationOf(table, params);
  const mysql = await lab.stage.privateMysql(table === 'fits' ? [] : smallPool);
  const redis = await lab.stage.freshRedis();
  const [services, attackers] = [startServices(lab.log), startAttackers(lab.log)];
  try {
    const scene = await lab.stage.scene(population, redis, mysql);
    try {
      const addresses = { redis: redis.options, mysql: mysql.options };
      const seedPath = [lab.seed, 'latency', table, String(round)];
      const urls = await services.call('open', addresses, attackedDefences, seedPath);
      const subject = { scene, mysqlPid: mysql.pid!, services, urls, attackers };
      const results = await measureAll({ table, population }, subject, lab, params);
      return results.map(({ row, ...rest }) => ({ row: { table, round, ...row }, ...rest }));
    } finally {
      await scene.close();
    }
  } finally {
    await Promise.all([services.stop(), attackers.stop(), redis.stop()]);
  }
}

interface Shop {
  readonly table: TableName;
  readonly population: Population;
}

/** All points of a round, and its audit: nobody else asks the servers meanwhile. */
async function measureAll(
  { table, population }: Shop,
  subject: Subject,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const { scene, services } = subject;
  const funnels = attackedDefences.map((name) => ({ stats: () => services.call('stats', name) }));
  const endAudit = await beginAudit(scene, funnels);
  let requests = 0;
  const results: Result[] = [];
  // A service is slow until its code is warm: no level may always come first.
  for (const level of inOrder(levelsOf(table), lab, 'levels')) {
    const traffic = roundTraffic(table, level, population, lab, params);
    for (const defence of inOrder(attackedDefences, lab, level)) {
      const point = await measurePoint(subject, { level, defence, traffic }, lab, params);
      requests += point.requests;
      const { row, reasons } = point.result;
      results.push({ row: { pass: 'point', level, defence, ...row }, reasons });
    }
  }
  if (table === 'fits') {
    for (const row of await withoutNormalTraffic(population, subject, lab, params)) {
      requests += num(row, 'attackRequests');
      results.push({ row });
    }
  }
  const { lawsBroken } = await endAudit(requests);
  return [...results, { row: { pass: 'audit', lawsBroken } }];
}

/** All of them in a seeded order, which has a name of its own. */
function inOrder<T>(all: readonly T[], lab: Lab, name: string): T[] {
  const place = permutation(all.length, lab.random('order', name));
  return all.map((_, index) => all[place(index)]!);
}

/**
 * What absent ids alone can do: one client that waits for each answer, over HTTP and without a
 * defence; and as many as in the flood inside the process, where only the funnel takes time.
 */
async function withoutNormalTraffic(
  population: Population,
  { services, urls, attackers }: Subject,
  lab: Lab,
  { range, phaseMs: ms, attackers: clients }: Parameters,
): Promise<Row[]> {
  const absent = (count: number, name: string) =>
    absentIds(population, range, lab.random('alone', name), count);
  const one = await attackers.call('attack', {
    url: urls.none,
    ids: absent(floodIdsPerMs * ms, 'one client'),
    how: { clients: 1, ms },
  });
  const rows: Row[] = [
    {
      ...{ pass: 'one client', defence: 'none' },
      ...{ attackRequests: one.requests, attackSeconds: one.seconds },
      ...countColumns('attack', one.outcomes),
    },
  ];
  for (const defence of ['none', 'bloom'] as const) {
    const ids = absent(inProcessRequests[defence], 'in process');
    const attackSeconds = await services.call('drive', defence, ids, clients);
    rows.push({ pass: 'in process', defence, attackRequests: ids.length, attackSeconds });
  }
  return rows;
}
