import { setTimeout as delay } from 'node:timers/promises';
import type { TableStore } from '../funnel/funnel.ts';
import { changed } from '../funnel/interleave.ts';

/**
 * A table whose answers come `ms` milliseconds late, as from a busy or distant MySQL. The query
 * itself is made as always and at once, and while it waits it holds no connection.
 */
export function slowLoads(ms: number) {
  return (table: TableStore): TableStore =>
    changed(table, {
      find: async (id) => {
        const sku = await table.find(id);
        await delay(ms);
        return sku;
      },
    });
}
