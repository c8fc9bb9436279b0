import { articleDefences } from '../../src/funnel/defences.ts';
import { drive } from '../../src/funnel/driver.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { distinctPresent } from '../../src/workload/absent.ts';
import { contiguous } from '../../src/workload/population.ts';
import { random } from '../../src/workload/random.ts';
import type { LifecycleCell, Parameters } from './plan.ts';

/** How often each deleted id is asked for before the filter is built anew; once after it. */
const repeats = 3;

/** Rows are deleted by SQL and asked for: they exist no more, and the filter still knows them. */
export async function deletedPass(
  { defence }: Extract<LifecycleCell, { pass: 'deleted' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const population = contiguous(params.skus);
  // Named without the defence: all of them meet the same ids.
  const gone = distinctPresent(population, params.deleted, random(lab.seed, 'lifecycle', 'gone'));
  const scene = await lab.stage.scene(population);
  try {
    const funnel = await scene.funnel({
      defence: articleDefences({ log: lab.log })[defence],
      random: lab.random('ttl'),
    });
    await scene.deleteRows(gone);
    const options = { concurrency: 1, now: lab.now, signal: lab.signal };
    const endAudit = await beginAudit(scene, [funnel]);
    for (let time = 0; time < repeats; time++) await drive(funnel, gone, options);
    const audit = await endAudit(repeats * gone.length);
    await funnel.rebuild();
    const rejectedBefore = funnel.stats().outcomes['filter-reject'];
    await drive(funnel, gone, options);
    return [
      {
        row: {
          ...{ pass: 'deleted', defence, deleted: gone.length, asked: repeats * gone.length },
          rejected: audit.outcomes['filter-reject'],
          gets: audit.gets,
          selects: audit.selects,
          rejectedAfterBuild: funnel.stats().outcomes['filter-reject'] - rejectedBefore,
          lawsBroken: audit.lawsBroken,
        },
      },
    ];
  } finally {
    await scene.close();
  }
}
