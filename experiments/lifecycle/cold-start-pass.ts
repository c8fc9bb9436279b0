import { articleDefences } from '../../src/funnel/defences.ts';
import { drive, type Service } from '../../src/funnel/driver.ts';
import { changed, latch } from '../../src/funnel/interleave.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { contiguous } from '../../src/workload/population.ts';
import { idsFrom } from './common.ts';
import type { LifecycleCell, Parameters } from './plan.ts';
import { trafficDuring } from './traffic.ts';

type Cell = Extract<LifecycleCell, { pass: 'cold start' }>;

/**
 * A process that starts while requests come: first with the build held at its first page, so that
 * the counts are exact, then as fast as it goes.
 */
export async function coldStartPass(cell: Cell, lab: Lab, params: Parameters): Promise<Result[]> {
  const scene = await lab.stage.scene(contiguous(params.skus));
  try {
    const phases = await heldBuild(scene, cell, lab, params);
    const window = await freeBuild(scene, cell, lab, params);
    return [...phases, window].map((row) => ({
      row: { pass: 'cold start', posture: cell.posture, ...row },
    }));
  } finally {
    await scene.close();
  }
}

async function heldBuild(scene: Scene, cell: Cell, lab: Lab, params: Parameters): Promise<Row[]> {
  const build = latch();
  const { funnel, service, refused, begun } = await coldFunnel(scene, cell, lab, build.reached);
  const rebuilt = funnel.rebuild();
  // Its first query is counted by now.
  await begun;
  const phase = async (name: string): Promise<Row> => {
    const { requests, skus } = params;
    const endAudit = await beginAudit(scene, [funnel]);
    const refusedBefore = refused();
    const options = { concurrency: 1, now: lab.now, signal: lab.signal };
    await drive(service, idsFrom(1, requests), options);
    await drive(service, idsFrom(skus + 1, requests), options);
    const audit = await endAudit(2 * requests - (refused() - refusedBefore));
    return {
      phase: name,
      presentAsked: requests,
      presentFound: audit.outcomes['cache-hit'] + audit.outcomes['db-hit'],
      absentAsked: requests,
      absentToMysql: audit.outcomes['db-miss'],
      lawsBroken: audit.lawsBroken,
    };
  };
  try {
    const before = await phase('before the build');
    build.reach();
    await rebuilt;
    return [before, await phase('after the build')];
  } finally {
    build.reach();
    await rebuilt.catch(() => undefined);
  }
}

async function freeBuild(scene: Scene, cell: Cell, lab: Lab, params: Parameters): Promise<Row> {
  const { funnel, service, refused } = await coldFunnel(scene, cell, lab);
  const { skus } = params;
  const endAudit = await beginAudit(scene, [funnel]);
  const start = lab.now();
  let windowNs = 0;
  const build = async () => {
    await funnel.rebuild();
    windowNs = Number(lab.now() - start);
  };
  const asked = { skus, hot: skus, random: lab.random('traffic') };
  const traffic = await trafficDuring(build, service, asked, lab);
  const audit = await endAudit(traffic.requests - refused());
  return {
    phase: 'the window',
    windowNs,
    windowRequests: traffic.requests,
    windowPassed: traffic.absentToMysql,
    windowWrong404: traffic.wrong404,
    buildQueries: funnel.stats().maintenance.selects,
    lawsBroken: audit.lawsBroken,
  };
}

/** A funnel whose filter is not built, in front of it, for `closed`, one that knows nothing yet. */
async function coldFunnel(scene: Scene, { posture }: Cell, lab: Lab, held?: Promise<void>) {
  const begun = latch();
  const { funnel } = await scene.coldFunnel({
    defence: articleDefences({ log: lab.log }).bloom,
    random: lab.random('ttl'),
    wrapTable: (table) =>
      changed(table, {
        async *idPages() {
          begun.reach();
          await held;
          yield* table.idPages();
        },
      }),
  });
  if (posture === 'open')
    return { funnel, service: funnel, refused: () => 0, begun: begun.reached };
  let refused = 0;
  const closed: Service = {
    detail: async (id) => {
      if (funnel.membership!.set !== undefined) return funnel.detail(id);
      refused++;
      return { outcome: 'filter-reject' };
    },
  };
  return { funnel, service: closed, refused: () => refused, begun: begun.reached };
}
