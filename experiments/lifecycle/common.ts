import type { Answer } from '../../src/funnel/funnel.ts';
import type { Sku } from '../../src/funnel/sku.ts';
import { generateSkus } from '../../src/funnel/sku-rows.ts';
import { insertSkus, skuValues } from '../../src/funnel/sku-schema.ts';
import type { Scene } from '../../src/lab/scene.ts';

/** A row that the table does not have yet. */
export function newSku(seed: string, id: number): Sku {
  const [sku] = generateSkus(seed, [id]);
  return sku!;
}

/** Inserts a row as another program would: neither cache nor filter hears of it. */
export async function insertBySql(scene: Scene, sku: Sku): Promise<void> {
  await scene.mysql.query(`${insertSkus}(?)`, [skuValues(sku)]);
}

/** Whether an answer would be 200. */
export function found({ outcome }: Answer): boolean {
  return outcome === 'cache-hit' || outcome === 'db-hit';
}

/** `count` ids that follow each other, from `first`. */
export function idsFrom(first: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, index) => first + index);
}
