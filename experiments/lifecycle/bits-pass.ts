import { createHash } from 'node:crypto';
import type { BloomFilter } from '../../src/filters/bloom.ts';
import { articleDefences } from '../../src/funnel/defences.ts';
import { skuTable } from '../../src/funnel/sku-schema.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { contiguous } from '../../src/workload/population.ts';
import { insertBySql, newSku } from './common.ts';
import type { Parameters } from './plan.ts';

/** Absent ids after the last SKU that are asked of the first filter, each of them. */
const absent = 9_800_000;

/** The filter's very bits after builds of a table, of a larger one, and of the first again. */
export async function bitsPass(lab: Lab, { skus }: Parameters): Promise<Result[]> {
  const scene = await lab.stage.scene(contiguous(skus));
  try {
    scene.removeRowsAbove(skus);
    const funnel = await scene.funnel({
      defence: articleDefences({ log: lab.log }).bloom,
      random: lab.random('ttl'),
    });
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['the first build', async () => undefined],
      ['a second build', async () => undefined],
      ['an insert by SQL and a build', () => insertBySql(scene, newSku(lab.seed, skus + 1))],
      [
        'its deletion and a build',
        () => scene.mysql.query(`DELETE FROM ${skuTable} WHERE id = ?`, [skus + 1]),
      ],
    ];
    const results: Result[] = [];
    for (const [after, change] of steps) {
      await change();
      const endAudit = await beginAudit(scene, [funnel]);
      await funnel.rebuild();
      const { lawsBroken } = await endAudit(0);
      const filter = funnel.membership!.set as BloomFilter;
      results.push({
        row: {
          ...{ pass: 'bits', after, lawsBroken, added: funnel.membership!.added },
          checksum: createHash('sha256').update(filter.toBytes()).digest('hex').slice(0, 16),
          memberDenied: skus - filter.countRange(1, skus),
          ...(results.length === 0 && {
            absentScanned: absent,
            absentPassing: filter.countRange(skus + 1, skus + absent),
          }),
        },
      });
    }
    return results;
  } finally {
    await scene.close();
  }
}
