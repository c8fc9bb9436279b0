import { format } from 'mysql2/promise';
import type { Sku } from './sku.ts';
import { insertSkus, skuValues } from './sku-schema.ts';

export interface InsertBatch {
  readonly sql: string;
  readonly rows: number;
}

/**
 * INSERT statements of at most `maxBytes` UTF-8 bytes each; a row that is larger goes alone. Bounded
 * by bytes because a row count would break on long texts: the server hangs up above
 * `max_allowed_packet`. Needs a session without NO_BACKSLASH_ESCAPES.
 */
export function* insertBatches(
  skus: Iterable<Sku>,
  maxBytes: number,
): Generator<InsertBatch, void, undefined> {
  let tuples: string[] = [];
  let bytes = insertSkus.length;
  for (const sku of skus) {
    const tuple = format('(?)', [skuValues(sku)]);
    const tupleBytes = Buffer.byteLength(tuple) + 1;
    if (tuples.length > 0 && bytes + tupleBytes > maxBytes) {
      yield { sql: insertSkus + tuples.join(), rows: tuples.length };
      tuples = [];
      bytes = insertSkus.length;
    }
    tuples.push(tuple);
    bytes += tupleBytes;
  }
  if (tuples.length > 0) yield { sql: insertSkus + tuples.join(), rows: tuples.length };
}
