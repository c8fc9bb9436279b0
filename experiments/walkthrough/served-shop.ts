import { articleDefences } from '../../src/funnel/defences.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { HttpService } from '../../src/funnel/http/service.ts';
import { type Audit, beginAudit, type Counted } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { patient } from '../../src/lab/open-funnel.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { contiguous } from '../../src/workload/population.ts';
import { Client } from './client.ts';
import type { Parameters, WalkedDefence } from './plan.ts';

/** The service of one defence over the articles' SKUs, its filter not built, and who asks it. */
export interface ServedShop {
  readonly scene: Scene;
  readonly funnel: Funnel;
  readonly client: Client;
  /** The `bloom` object as the statistics tell it, in the article's words. */
  bloom(): Promise<string>;
  /**
   * What `task` costs at the servers, held against the counters that the service itself tells
   * over HTTP. `requests` are those for a SKU.
   */
  audited<T>(requests: number, task: () => Promise<T>): Promise<{ audit: Audit; result: T }>;
}

/** Opens a service, gives it to `walk` and closes everything. */
export async function onServedShop(
  defence: WalkedDefence,
  lab: Lab,
  { skus }: Parameters,
  walk: (shop: ServedShop) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const scene = await lab.stage.scene(contiguous(skus));
  try {
    const { funnel, table } = await scene.coldFunnel({
      defence: articleDefences({ log: lab.log })[defence],
      random: lab.random('ttl'),
      // What is audited on a given server must not open further connections.
      table: { ...patient, connections: 1 },
    });
    const service = await HttpService.listen({ funnel, table, port: 0, log: lab.log });
    const client = new Client(service.url, lab.signal);
    try {
      return await walk({ scene, funnel, client, ...told(scene, client) });
    } finally {
      client.close();
      await service.stop();
    }
  } finally {
    await scene.close();
  }
}

function told(scene: Scene, client: Client): Pick<ServedShop, 'bloom' | 'audited'> {
  const stats = async () => (await client.get('/api/cache/stats')).body;
  const counted: Counted = { stats: async () => JSON.parse(await stats()) };
  return {
    bloom: async () => /"bloom":(\{[^}]*\})/.exec(await stats())?.[1] ?? 'none',
    audited: async (requests, task) => {
      const endAudit = await beginAudit(scene, [counted]);
      const result = await task();
      return { audit: await endAudit(requests), result };
    },
  };
}
