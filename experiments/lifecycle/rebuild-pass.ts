import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mysql2/promise';
import { articleDefences } from '../../src/funnel/defences.ts';
import type { Funnel, TableStore } from '../../src/funnel/funnel.ts';
import { changed } from '../../src/funnel/interleave.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { contiguous } from '../../src/workload/population.ts';
import { generatedPages } from './generated-ids.ts';
import type { LifecycleCell, Parameters } from './plan.ts';
import { trafficDuring } from './traffic.ts';

/** How long the same traffic is watched without a rebuild. */
const restMs = 300;

/** Present ids that are asked for: few enough to be in the cache soon. */
const hot = 1_000;

/**
 * Rebuilds under traffic, each after a while of the same traffic without one. `generated`: MySQL
 * makes the ids up, 1 … `ids`, and they come as rows of a table would; only the table is missing.
 */
export async function rebuildPass(
  cell: Extract<LifecycleCell, { pass: 'rebuild' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const { ids, from, rounds } = cell;
  const skus = from === 'table' ? ids : params.skus;
  const scene = await lab.stage.scene(contiguous(skus));
  try {
    const memory = new PeakMemory();
    let generating = false;
    const funnel = await scene.funnel({
      defence: articleDefences({ log: lab.log }).bloom,
      random: lab.random('ttl'),
      wrapTable: (table) => {
        const large = from === 'generated' ? generated(table, scene.mysql, ids) : table;
        return changed(table, {
          size: () => (generating ? large : table).size(),
          idPages: () => memory.watching((generating ? large : table).idPages()),
        });
      },
    });
    generating = true;
    const rows: Row[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const during of ['rest', 'rebuild'] as const) {
        const task =
          during === 'rebuild' ? () => funnel.rebuild() : () => delay(restMs, undefined, lab);
        memory.begin();
        const oldBytes = funnel.membership!.set!.byteLength;
        const watched = await watch(task, funnel, scene, lab, skus);
        rows.push({
          ...{ pass: 'rebuild', ids, from, round: String(round), during, ...watched },
          ...(during === 'rebuild' && {
            filterBytes: funnel.membership!.set!.byteLength,
            filtersBytes: oldBytes + funnel.membership!.set!.byteLength,
            rssGrowthBytes: memory.growthBytes,
          }),
        });
      }
    }
    return rows.map((row) => ({ row }));
  } finally {
    await scene.close();
  }
}

/** Traffic while `task` runs: what was answered wrongly, how late it was, how long nothing ran. */
async function watch(
  task: () => Promise<unknown>,
  funnel: Funnel,
  scene: Scene,
  lab: Lab,
  skus: number,
): Promise<Row> {
  const endAudit = await beginAudit(scene, [funnel]);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const asked = { skus, hot: Math.min(hot, skus), random: lab.random('traffic') };
  const traffic = await trafficDuring(task, funnel, asked, lab);
  loop.disable();
  const { lawsBroken } = await endAudit(traffic.requests);
  return {
    lawsBroken,
    rebuildNs: traffic.elapsedNs,
    requests: traffic.requests,
    wrong404: traffic.wrong404,
    blockNsMax: loop.max,
    blockNsP99: loop.percentile(99),
    latencyNsP50: traffic.latencyNs.percentile(50),
    latencyNsP99: traffic.latencyNs.percentile(99),
  };
}

function generated(table: TableStore, mysql: Connection, ids: number): TableStore {
  return changed(table, {
    size: async () => ({ ...(await table.size()), rows: ids, maxId: String(ids) }),
    idPages: () => generatedPages(mysql, ids),
  });
}

/** Resident memory, looked at after each page of a rebuild. */
class PeakMemory {
  #before = 0;
  #peak = 0;

  begin(): void {
    this.#before = process.memoryUsage.rss();
    this.#peak = this.#before;
  }

  get growthBytes(): number {
    return this.#peak - this.#before;
  }

  async *watching(
    pages: AsyncGenerator<readonly string[], void, undefined>,
  ): AsyncGenerator<readonly string[], void, undefined> {
    for await (const page of pages) {
      yield page;
      this.#peak = Math.max(this.#peak, process.memoryUsage.rss());
    }
  }
}
