import { plainDefences } from '../../src/funnel/defences.ts';
import { drive, type Service } from '../../src/funnel/driver.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { inject, withFault } from './inject.ts';
import { tableLimits } from './limits.ts';
import { type FaultsCell, type Parameters, poolPlaces, requestsOf, slowMs } from './plan.ts';
import { tailRows } from './tail.ts';
import { onceRequests } from './traffic.ts';

/**
 * As many requests as in the open loop beside it, and MySQL stopped for as long, but in a closed
 * loop: its clients wait for the stopped server too, and so hardly any request meets the stop.
 */
export async function closedPass(
  { pass }: Extract<FaultsCell, { pass: 'closed loop' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const fault = 'MySQL stopped';
  const requests = onceRequests(lab, params, requestsOf(params));
  return withFault(fault, requests.population, lab, async (scene, stop) => {
    const funnel = await scene.funnel({
      defence: plainDefences.none,
      random: lab.random('ttl'),
      table: tableLimits(fault, params),
    });
    let [answered, injecting] = [0, Promise.resolve<unknown>(undefined)];
    const service: Service = {
      detail: async (id) => {
        const answer = await funnel.detail(id);
        if (++answered === Math.floor(requests.ids.length / 4)) {
          injecting = inject(stop, params.faultMs, lab);
          injecting.catch(() => undefined);
        }
        return answer;
      },
    };
    const { now, signal } = lab;
    const { latencyNs } = await drive(service, requests.ids, {
      concurrency: poolPlaces,
      now,
      signal,
    });
    await injecting;
    const slow = latencyNs.toArray().filter((ns) => ns > slowMs * 1e6).length;
    const whole = { row: { part: 'whole', requests: requests.ids.length, answered, slow } };
    return [whole, ...tailRows({ serviceNs: latencyNs })].map(({ row, ...rest }) => ({
      row: { pass, fault, ...row },
      ...rest,
    }));
  });
}
