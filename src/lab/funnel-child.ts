import { articleDefences, type Defence } from '../funnel/defences.ts';
import { drive } from '../funnel/driver.ts';
import type { Funnel } from '../funnel/funnel.ts';
import { HttpService } from '../funnel/http/service.ts';
import { openLoop } from '../funnel/open-loop.ts';
import { random } from '../workload/random.ts';
import type { FunnelCalls } from './funnel-calls.ts';
import { type Clients, openClients, openFunnel, tableOptions } from './open-funnel.ts';
import { UsageMeter } from './process-usage.ts';
import { answerCalls, sendLine as log } from './remote-child.ts';
import { slowLoads } from './slow-loads.ts';

// The process of a `FunnelProcess`: a funnel that does what it is asked.

let funnel: Funnel;
let clients: Clients;
// Watching has its price, so it begins when it is asked for.
let meter: UsageMeter | undefined;
const now = () => process.hrtime.bigint();
// An interruption ends the process.
const { signal } = new AbortController();

const calls: FunnelCalls = {
  open: async (addresses, { defence: name, seedPath, loadDelayMs, ...setup }) => {
    const defences: Readonly<Record<string, Defence>> = articleDefences({ log });
    const defence = defences[name];
    if (defence === undefined) throw new TypeError(`there is no defence ${name}`);
    clients = await openClients(addresses, tableOptions(setup), setup.news ? log : undefined);
    const wrap = loadDelayMs === undefined ? {} : { wrapTable: slowLoads(loadDelayMs) };
    funnel = openFunnel(clients, {
      ...setup,
      ...wrap,
      defence,
      log,
      random: random(...seedPath),
    });
    await funnel.rebuild();
  },
  detail: (id) => funnel.detail(id),
  insertSku: (sku) => funnel.insertSku(sku),
  deleteSku: (id) => funnel.deleteSku(id),
  rebuild: () => funnel.rebuild(),
  stats: async () => funnel.stats(),
  serve: async () => {
    const { table } = clients;
    return (await HttpService.listen({ funnel, table, port: 0, lab: true, log })).url;
  },
  usage: async () => {
    meter ??= new UsageMeter();
    return meter.take();
  },
  drive: async (ids, concurrency) => {
    const driven = await drive(funnel, ids, { concurrency, now, signal });
    return { ...driven, latencyNs: driven.latencyNs.toArray() };
  },
  openLoop: async (ids, { arrivals, ...options }) => {
    const how =
      arrivals === 'fixed'
        ? ({ arrivals } as const)
        : ({ arrivals: 'poisson', random: random(...arrivals.poisson) } as const);
    const run = await openLoop(funnel, ids, { ...options, ...how, now, signal });
    return {
      ...run,
      latencyNs: run.latencyNs.toArray(),
      serviceNs: run.serviceNs.toArray(),
      startLagNs: run.startLagNs.toArray(),
    };
  },
};

answerCalls(calls);
