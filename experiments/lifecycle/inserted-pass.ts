import { articleDefences, plainDefences } from '../../src/funnel/defences.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { changed, latch } from '../../src/funnel/interleave.ts';
import { cacheKey } from '../../src/funnel/sku-cache.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { contiguous } from '../../src/workload/population.ts';
import { insertBySql, newSku } from './common.ts';
import type { Parameters } from './plan.ts';

/** How a row comes into the table; `asked` where a process without filter has left a sentinel. */
const hows = [
  { how: 'by SQL', by: 'sql', asked: false },
  { how: 'by SQL, a sentinel there', by: 'sql', asked: true },
  { how: 'through the funnel', by: 'funnel', asked: false },
  { how: 'through the funnel, a sentinel there', by: 'funnel', asked: true },
  { how: 'through the funnel, during a build', by: 'funnel in a build', asked: false },
] as const;

/** What a request for a new SKU gets: before it is inserted, at once after, and after a rebuild. */
export async function insertedPass(lab: Lab, { skus }: Parameters): Promise<Result[]> {
  const scene = await lab.stage.scene(contiguous(skus));
  try {
    scene.removeRowsAbove(skus);
    const { funnel, unfiltered, duringBuild } = await openFunnels(scene, lab);
    const endAudit = await beginAudit(scene, [funnel, unfiltered]);
    let requests = 0;
    const ask = async (id: string, of = funnel) => {
      requests++;
      return (await of.detail(id)).outcome;
    };
    const rows = [];
    for (const [index, { how, by, asked }] of hows.entries()) {
      const sku = newSku(lab.seed, skus + 1 + index);
      const outcomeBefore = await ask(sku.id, asked ? unfiltered : funnel);
      let outcomeAtOnce = '';
      if (by === 'funnel in a build') {
        await duringBuild(async () => {
          await funnel.insertSku(sku);
          // What stands in the cache is found whatever the filter has become; its row is not.
          await scene.redis.unlink(cacheKey(sku.id));
          outcomeAtOnce = await ask(sku.id);
        });
        await scene.redis.unlink(cacheKey(sku.id));
      } else {
        if (by === 'sql') await insertBySql(scene, sku);
        else await funnel.insertSku(sku);
        outcomeAtOnce = await ask(sku.id);
      }
      rows.push({ id: sku.id, how, outcomeBefore, outcomeAtOnce });
    }
    // The build of the last one has read the rows of all others.
    const results: Result[] = [];
    for (const { id, ...row } of rows) {
      results.push({ row: { pass: 'inserted', ...row, outcomeAfterBuild: await ask(id) } });
    }
    const { lawsBroken } = await endAudit(requests);
    return results.map(({ row }) => ({ row: { ...row, lawsBroken } }));
  } finally {
    await scene.close();
  }
}

/** A funnel with both defences and one without filter; a build can be held at its end. */
async function openFunnels(scene: Scene, lab: Lab) {
  const [scanned, swap] = [latch(), latch()];
  let held = false;
  const funnel: Funnel = await scene.funnel({
    defence: articleDefences({ log: lab.log }).both,
    random: lab.random('ttl'),
    wrapTable: (table) =>
      changed(table, {
        async *idPages() {
          yield* table.idPages();
          if (!held) return;
          scanned.reach();
          await swap.reached;
        },
      }),
  });
  const unfiltered = await scene.funnel({
    defence: plainDefences.sentinel,
    random: lab.random('ttl', 'unfiltered'),
  });
  /** Does `task` between the scan of the table and the swap. */
  const duringBuild = async (task: () => Promise<void>) => {
    held = true;
    const rebuilt = funnel.rebuild();
    await scanned.reached;
    await task();
    swap.reach();
    await rebuilt;
  };
  return { funnel, unfiltered, duringBuild };
}
