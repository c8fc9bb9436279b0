import type { RowDataPacket } from 'mysql2/promise';
import { SENTINEL } from '../../src/funnel/sku-cache.ts';
import { generateSkus } from '../../src/funnel/sku-rows.ts';
import { skuTable } from '../../src/funnel/sku-schema.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import type { Parameters } from './plan.ts';
import { onServedShop } from './served-shop.ts';

/** Texts that say "no such row" in the articles, and their look-alikes as JSON. */
const sentinelTexts = [SENTINEL, 'null', '', '"__nil__"'];

/** Whether each of them could be taken for the JSON text of a value. */
export function grammarPass(): Result[] {
  return sentinelTexts.map((text) => ({ row: { pass: 'grammar', text, parses: parses(text) } }));
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The id after the last, before and after an insert, and the same count with a gap in the ids. */
export async function countPlusOnePass(lab: Lab, params: Parameters): Promise<readonly Result[]> {
  return onServedShop('sentinel', lab, params, async ({ scene, funnel, client, audited }) => {
    const rows = async () => {
      const [[row]] = await scene.mysql.query<RowDataPacket[]>(
        `SELECT COUNT(*) AS n FROM ${skuTable}`,
      );
      return Number(row!.n);
    };
    const ask = async (id: number) => (await client.get(`/api/seckill/${id}`)).status;
    const count = await rows();
    const [sku] = generateSkus(lab.seed, [count + 1]);
    const { audit, result } = await audited(2, async () => {
      const before = await ask(count + 1);
      await funnel.insertSku(sku!);
      try {
        return [before, await ask(count + 1)];
      } finally {
        await funnel.deleteSku(sku!.id);
      }
    });
    await scene.deleteRows([1]);
    const rowsWithGap = await rows();
    const gap = await audited(1, () => ask(rowsWithGap + 1));
    const lawsBroken = [audit.lawsBroken, gap.audit.lawsBroken].filter(Boolean).join('; ');
    const statuses = [...result, gap.result].join(', ');
    return [{ row: { pass: 'count plus one', rows: count, rowsWithGap, statuses, lawsBroken } }];
  });
}
