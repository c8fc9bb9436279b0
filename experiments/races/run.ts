import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { contiguous } from '../../src/workload/population.ts';
import { type Parameters, type RacesCell, sentinelTtls, type WriteBack } from './plan.ts';
import { answerText, type Observation, Stand } from './stand.ts';
import type { Way } from './way.ts';
import { groups } from './ways.ts';

/** All races with one write-back, one after the other, each on an id above those of the table. */
export async function runRaces(
  { writeBack }: RacesCell,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const scene = await lab.stage.scene(contiguous(params.skus));
  try {
    const stand = await Stand.open(scene, lab, params, writeBack);
    try {
      const endAudit = await beginAudit(
        scene,
        stand.sides.map(({ funnel }) => funnel),
      );
      const runs: Run[] = [];
      for (const [group, ways] of groups) {
        for (const way of ways) {
          if (way.only?.includes(writeBack) === false) continue;
          lab.signal.throwIfAborted();
          const id = String(params.skus + 1 + runs.length);
          runs.push({ group, way, id, observed: await way.force(stand, id) });
        }
      }
      const { lawsBroken } = await endAudit(stand.requests);
      const titles = await stand.titles();
      return runs.map((run) => result(run, writeBack, titles.get(run.id), lawsBroken));
    } finally {
      await stand.clear();
    }
  } finally {
    await scene.close();
  }
}

interface Run {
  readonly group: string;
  readonly way: Way;
  readonly id: string;
  readonly observed: Observation;
}

function result(
  { group, way, observed }: Run,
  writeBack: WriteBack,
  title: string | undefined,
  lawsBroken: string,
): Result {
  const expectedAnswer = answerText(title);
  const wrong = observed.answer !== expectedAnswer;
  // What the filter refuses it refuses whatever stands in Redis.
  const { entrySeconds, outcome } = observed;
  const lasts = outcome === 'filter-reject' || entrySeconds === 0 ? null : entrySeconds;
  const wrongForSeconds = wrong ? lasts : 0;
  const row = {
    group,
    race: way.race,
    writeBack,
    remedy: way.remedy,
    steps: way.steps,
    sentinelTtlSeconds: way.sentinelTtlSeconds ?? sentinelTtls.product,
    design: way.closedBy.includes(writeBack) ? 'closed' : 'open',
    outcome,
    answerAfter: observed.answer,
    expectedAnswer,
    wrong,
    wrongForSeconds,
    lawsBroken,
  };
  if (wrongForSeconds !== null) return { row };
  return { row, reasons: { wrongForSeconds: way.until ?? 'nothing in Redis gave the answer' } };
}
