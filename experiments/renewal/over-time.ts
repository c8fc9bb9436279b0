import { setTimeout as delay } from 'node:timers/promises';
import type { Lab, Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { readRedisMeter } from '../../src/servers/meters.ts';
import { parseInfo } from '../../src/servers/redis-info.ts';
import type { Lives } from './lives.ts';

const sampleMs = 500;

/** Does the work and meanwhile notes what Redis counts beside what is alive. */
export async function sampled<T>(
  work: Promise<T>,
  lives: readonly Lives[],
  scene: Scene,
  lab: Lab,
): Promise<{ readonly result: T; readonly rows: readonly Row[] }> {
  const startNs = lab.now();
  let ended = false;
  const end = work.finally(() => {
    ended = true;
  });
  const watch = async () => {
    const rows: Row[] = [];
    while (!ended) {
      rows.push(await sample(lives, scene, lab, startNs));
      await Promise.race([end, delay(sampleMs, undefined, { ref: false })]);
    }
    return rows;
  };
  const [result, rows] = await Promise.all([end, watch()]);
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
