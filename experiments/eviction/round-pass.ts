import { setTimeout as delay } from 'node:timers/promises';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { Flooded } from './flooded.ts';
import { conditionsOf, type Parameters } from './plan.ts';
import { absentIds, hotSkus } from './traffic.ts';

const tickMs = 100;

/**
 * One flood against a Redis of every condition, all at once and in step, so that the seconds by
 * which Redis tells old keys from young ones are the same for all.
 */
export async function roundPass(round: number, lab: Lab, params: Parameters): Promise<Result[]> {
  const hot = hotSkus(lab, params);
  const opening = conditionsOf(params).map((condition) => Flooded.open(condition, hot, lab));
  try {
    const all = await Promise.all(opening);
    await Promise.all(all.map((one) => one.load(params.spareBytes)));
    const ids = absentIds(params).map(String);
    const atOnce = all.filter(({ condition }) => condition.pace === 'at once');
    await Promise.all(atOnce.map((one) => one.flood(ids)));
    const paced = all.filter((one) => !atOnce.includes(one));
    const seconds = await inStep(paced, ids, lab, params);
    const rows = await Promise.all(all.map((one) => one.row()));
    return rows.map((row) => ({
      row: {
        ...{ pass: 'round', round, ...row },
        ...(row.pace === 'paced' ? { sentinelsPerSecond: ids.length / seconds } : {}),
      },
    }));
  } finally {
    const opened = await Promise.allSettled(opening);
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : null)));
  }
}

/** @returns the seconds that it took, which are more than planned on a busy machine */
async function inStep(
  paced: readonly Flooded[],
  ids: readonly string[],
  lab: Lab,
  { seconds }: Parameters,
): Promise<number> {
  const startNs = lab.now();
  const elapsedMs = () => Number(lab.now() - startNs) / 1e6;
  const ticks = Math.ceil((seconds * 1_000) / tickMs);
  for (let tick = 0; tick < ticks; tick++) {
    const due = (end: number) => Math.round((ids.length * end) / ticks);
    const some = ids.slice(due(tick), due(tick + 1));
    await Promise.all(paced.map((one) => one.flood(some)));
    const aheadMs = (tick + 1) * tickMs - elapsedMs();
    if (aheadMs > 0) await delay(aheadMs, undefined, { signal: lab.signal });
  }
  return elapsedMs() / 1_000;
}
