import type { CacheStore, TableStore } from './funnel.ts';
import { decodeSku, encodeSku, type Sku } from './sku.ts';
import { SENTINEL } from './sku-cache.ts';

/** A cache in memory: texts by id, as Redis would keep them; nothing expires. */
export function memoryCache(texts = new Map<string, string>()): CacheStore {
  const put = async (id: string, sku: Sku | undefined) => {
    texts.set(id, sku === undefined ? SENTINEL : encodeSku(sku));
    return true;
  };
  return {
    faults: { unreadable: 0, unavailable: 0, writeFailures: 0 },
    read: async (id) => {
      const text = texts.get(id);
      if (text === undefined) return { kind: 'miss' };
      return text === SENTINEL
        ? { kind: 'sentinel' }
        : { kind: 'value', sku: decodeSku(text, id)! };
    },
    put,
    writeBack: async (id, sku) => void (await put(id, sku)),
    writeBackMany: async (entries) => {
      const all = [...entries];
      for (const [id, sku] of all) await put(id, sku);
      return { sent: all.length, taken: all.length };
    },
    discard: async (id) => void texts.delete(id),
  };
}

/** A table in memory. */
export function memoryTable(skus: readonly Sku[]): TableStore {
  const rows = new Map(skus.map((sku) => [sku.id, sku]));
  return {
    load: { running: 0, waiting: 0 },
    connect: async () => {},
    close: async () => {},
    find: async (id) => ({ sku: rows.get(id), version: 0 }),
    insert: async (sku) => {
      rows.set(sku.id, sku);
      return { rows: 1, version: 0 };
    },
    update: async (sku) => {
      rows.set(sku.id, sku);
      return { rows: 1, version: 0 };
    },
    delete: async (id) => ({ rows: Number(rows.delete(id)), version: 0 }),
    size: async () => ({ rows: rows.size, maxId: [...rows.keys()].at(-1) ?? '0' }),
    first: async (limit) => [...rows.values()].slice(0, limit).map((sku) => ({ sku, version: 0 })),
    idPages: async function* () {
      yield [...rows.keys()];
    },
  };
}
