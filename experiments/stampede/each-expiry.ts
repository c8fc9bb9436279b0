import type { Row } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';

/** How many SELECTs MySQL itself counted in each of some bursts on an empty cache. */
export async function eachExpiry(
  scene: Scene,
  repetitions: number,
  burst: () => Promise<unknown>,
): Promise<Row> {
  const selects: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    await scene.clearKeys();
    const before = await scene.counts();
    await burst();
    selects.push((await scene.counts()).selects - before.selects);
  }
  return {
    expiries: repetitions,
    fewestSelects: Math.min(...selects),
    mostSelects: Math.max(...selects),
  };
}
