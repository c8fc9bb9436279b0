import { drive, type Service } from '../../src/funnel/driver.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { slowLoads } from '../../src/lab/slow-loads.ts';
import { eachExpiry } from './each-expiry.ts';
import { oneConnection, type Parameters, type StampedeCell, sentinel, shopOf } from './plan.ts';

/** Requests of each client: the first meets the gap, the others come when it is closed. */
const requestsEach = 3;

/** Clients that ask for one id without an entry, each anew when it has its answer. */
export async function closedPass(
  { id: kind, singleFlight }: Extract<StampedeCell, { pass: 'closed' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const { population, ids } = shopOf(params);
  const scene = await lab.stage.scene(population);
  try {
    const funnel = await scene.funnel({
      defence: sentinel,
      random: lab.random('ttl'),
      singleFlight,
      table: oneConnection,
      wrapTable: slowLoads(params.queryMs),
    });
    const results: Result[] = [];
    for (const clients of params.clients) {
      const answers = new Set<string>();
      const service = heard(funnel, answers);
      const endAudit = await beginAudit(scene, [funnel]);
      const asked = new Float64Array(requestsEach * clients).fill(ids[kind]);
      const selects = await eachExpiry(scene, params.repetitions, () =>
        drive(service, asked, { concurrency: clients, now: lab.now, signal: lab.signal }),
      );
      const requests = params.repetitions * asked.length;
      const { lawsBroken } = await endAudit(requests);
      const what = { pass: 'closed', id: kind, singleFlight, clients, requests, ...selects };
      results.push({ row: { ...what, differentAnswers: answers.size, lawsBroken } });
    }
    return results;
  } finally {
    await scene.close();
  }
}

/** A service whose answers are kept, without how they were found. */
function heard(service: Service, answers: Set<string>): Service {
  return {
    detail: async (id) => {
      const answer = await service.detail(id);
      answers.add(JSON.stringify(answer.error ?? answer.sku ?? 'none'));
      return answer;
    },
  };
}
