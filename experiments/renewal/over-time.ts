import { setTimeout as delay } from 'node:timers/promises';
import type { Lab, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { readRedisMeter } from '../../src/servers/meters.ts';
import { parseInfo } from '../../src/servers/redis-info.ts';
import type { Lives } from './lives.ts';

const sampleMs = 500;

/**
 * Does the work, which is to take so many seconds, and meanwhile notes what Redis counts beside what
 * is alive: as often on a slow machine as on a fast one.
 */
export async function sampled<T>(
  work: Promise<T>,
  lives: readonly Lives[],
  scene: Scene,
  lab: Lab,
  seconds: number,
): Promise<{ readonly result: T; readonly rows: readonly Row[] }> {
  const startNs = lab.now();
  const failure = work.then(() => new Promise<never>(() => {}));
  const watch = async () => {
    const rows: Row[] = [];
    for (let dueMs = 0; dueMs < 1_000 * seconds; dueMs += sampleMs) {
      const aheadMs = dueMs - Number(lab.now() - startNs) / 1e6;
      await Promise.race([failure, delay(Math.max(0, aheadMs), undefined, { ref: false })]);
      rows.push(await sample(lives, scene, lab, startNs));
    }
    return rows;
  };
  const [result, rows] = await Promise.all([work, watch()]);
  return { result, rows: rows.map((row) => sinceFirst(row, rows[0]!)) };
}

async function sample(
  lives: readonly Lives[],
  scene: Scene,
  lab: Lab,
  startNs: bigint,
): Promise<Row> {
  const { keys, usedMemoryBytes } = await readRedisMeter(scene.redis);
  const stale = parseInfo(await scene.redis.info('stats')).get('expired_stale_perc');
  const atNs = lab.now();
  return {
    ...{ pass: 'over time', atSecond: Number(atNs - startNs) / 1e9, keys, usedMemoryBytes },
    alive: lives.reduce((sum, written) => sum + written.aliveAt(atNs), 0),
    stalePercent: Number(stale ?? 0),
  };
}

/** On a given server others may have keys too. */
function sinceFirst(row: Row, first: Row): Row {
  const grown = (name: string) => Number(row[name]) - Number(first[name]);
  return { ...row, keys: grown('keys'), usedMemoryBytes: grown('usedMemoryBytes') };
}
