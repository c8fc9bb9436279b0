import { articleDefences, defenceNames } from '../../src/funnel/defences.ts';
import { type Drive, drive } from '../../src/funnel/driver.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { permutation } from '../../src/workload/permutation.ts';
import type { FunnelCell, Parameters } from './plan.ts';
import { trafficOf } from './traffic.ts';

/**
 * One round: every defence meets the same concurrent requests, one defence after the other in a
 * seeded order. Rounds are compared with each other, so that a slow minute of the machine falls on
 * all defences alike.
 */
export async function timedPass(
  { traffic, round }: Extract<FunnelCell, { pass: 'timed' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const random = lab.random('traffic');
  const { population, deleted, ids } = trafficOf(traffic, params.timedRequests, params, random);
  const scene = await lab.stage.scene(population);
  try {
    const funnels: [string, Funnel][] = [];
    const place = permutation(defenceNames.length, lab.random('order'));
    for (const name of defenceNames.map((_, index) => defenceNames[place(index)]!)) {
      const defence = articleDefences({ log: lab.log })[name];
      funnels.push([name, await scene.funnel({ defence, random: lab.random('ttl', name) })]);
    }
    if (deleted.length > 0) await scene.deleteRows(deleted);
    const results: Result[] = [];
    for (const [defence, funnel] of funnels) {
      await scene.clearKeys();
      const endAudit = await beginAudit(scene, [funnel]);
      const driven = await drive(funnel, ids, {
        concurrency: params.concurrency,
        now: lab.now,
        signal: lab.signal,
      });
      const { outcomes, lawsBroken } = await endAudit(ids.length);
      const row = { pass: 'timed', traffic, defence, round, errors: outcomes.error, lawsBroken };
      results.push({ row: { ...row, ...timesRow(ids.length, driven) } });
    }
    return results;
  } finally {
    await scene.close();
  }
}

function timesRow(requests: number, { elapsedNs, latencyNs }: Drive): Row {
  return {
    timedRequests: requests,
    requestsPerSecond: (requests * 1e9) / Number(elapsedNs),
    latencyNsP50: latencyNs.percentile(50),
    latencyNsP95: latencyNs.percentile(95),
    latencyNsP99: latencyNs.percentile(99),
    latencyNsMax: latencyNs.max,
  };
}
