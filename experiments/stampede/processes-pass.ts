import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import type { FunnelProcess } from '../../src/lab/funnel-process.ts';
import { eachExpiry } from './each-expiry.ts';
import { kinds, oneConnection, type Parameters, type StampedeCell, shopOf } from './plan.ts';

/** The same number of clients in one process and in two: loads are joined in a process only. */
export async function processesPass(
  { singleFlight }: Extract<StampedeCell, { pass: 'processes' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const { population, ids } = shopOf(params);
  const scene = await lab.stage.scene(population);
  try {
    const open = (name: string) =>
      scene.funnelProcess({
        defence: 'sentinel',
        seedPath: [lab.seed, 'stampede', name],
        singleFlight,
        table: oneConnection,
        loadDelayMs: params.queryMs,
      });
    const both = await Promise.all([open('one'), open('other')]);
    const results: Result[] = [];
    for (const id of kinds) {
      for (const processes of [both.slice(0, 1), both]) {
        const asked = new Float64Array(Math.ceil(params.burst / processes.length)).fill(ids[id]);
        const endAudit = await beginAudit(scene, both);
        const selects = await eachExpiry(scene, params.repetitions, () =>
          Promise.all(processes.map((process) => burst(process, asked, lab))),
        );
        const clients = asked.length * processes.length;
        const requests = clients * params.repetitions;
        const { lawsBroken } = await endAudit(requests);
        const what = { pass: 'processes', id, singleFlight, processes: processes.length, clients };
        results.push({ row: { ...what, requests, ...selects, lawsBroken } });
      }
    }
    return results;
  } finally {
    await scene.close();
  }
}

function burst(process: FunnelProcess, ids: Float64Array, lab: Lab): Promise<unknown> {
  return process.drive(ids, { concurrency: ids.length, signal: lab.signal });
}
