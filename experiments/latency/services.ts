import { articleDefences } from '../../src/funnel/defences.ts';
import { drive } from '../../src/funnel/driver.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { HttpService } from '../../src/funnel/http/service.ts';
import { openClients, openFunnel } from '../../src/lab/open-funnel.ts';
import { UsageMeter } from '../../src/lab/process-usage.ts';
import { answerCalls, sendLine as log } from '../../src/lab/remote-child.ts';
import { random } from '../../src/workload/random.ts';
import type { AttackedDefence } from './plan.ts';
import type { ServiceCalls } from './processes.ts';

const funnels = new Map<AttackedDefence, Funnel>();
const meter = new UsageMeter();
const now = process.hrtime.bigint;
// An interruption ends the process.
const { signal } = new AbortController();

// A process of its own for the experiment `latency`: the services that are attacked.
answerCalls<ServiceCalls>({
  open: async (addresses, defences, seedPath) => {
    const urls = defences.map(async (name) => {
      const { redis, table } = await openClients(addresses);
      const defence = articleDefences({ log })[name];
      const ttls = random(...seedPath, name);
      const funnel = openFunnel({ redis, table }, { defence, random: ttls, log });
      await funnel.rebuild();
      funnels.set(name, funnel);
      const service = await HttpService.listen({ funnel, table, port: 0, lab: true, log });
      return [name, service.url] as const;
    });
    return Object.fromEntries(await Promise.all(urls)) as Record<AttackedDefence, string>;
  },
  stats: async (defence) => funnels.get(defence)!.stats(),
  usage: async () => meter.take(),
  drive: async (defence, ids, concurrency) => {
    const { elapsedNs } = await drive(funnels.get(defence)!, ids, { concurrency, now, signal });
    return Number(elapsedNs) / 1e9;
  },
});
