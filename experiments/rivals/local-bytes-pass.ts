import { Lru } from '../../src/funnel/rivals/lru.ts';
import { decodeSku, encodeSku } from '../../src/funnel/sku.ts';
import { generateSkus } from '../../src/funnel/sku-rows.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { medianInterval } from '../../src/stats/median.ts';
import { weighed } from '../heap.ts';
import { articleFilterBytes, localCapacity } from './open-rival.ts';
import type { Parameters } from './plan.ts';

/** Ids a place, so that V8's table is as large as it gets in service. */
const turns = 3;

/** What local answers take on the heap, filled and used as in service. */
export function localBytesPass(lab: Lab, { weighings }: Parameters): Result[] {
  const filterBytes = articleFilterBytes();
  const kinds = [
    { kind: 'absences', capacity: localCapacity.absences, make: absences },
    { kind: 'rows', capacity: localCapacity.rows, make: rowsOf(lab) },
  ] as const;
  return kinds.map(({ kind, capacity, make }) => {
    const heapBytes = heapGrowth(() => make(capacity), weighings);
    const row = { pass: 'local bytes', kind, entries: capacity, filterBytes, heapBytes };
    return { row: { ...row, bytesPerEntry: heapBytes / capacity } };
  });
}

function absences(capacity: number): unknown {
  const ends = new Lru<number, number>(capacity);
  for (let id = 1; id <= turns * capacity; id++) ends.set(200_000 + id, 60 + (id % 60));
  return ends;
}

/** Rows as they come out of Redis; their texts are made before anything is weighed. */
function rowsOf(lab: Lab): (capacity: number) => unknown {
  const ids = Array.from({ length: localCapacity.rows }, (_, index) => index + 1);
  const texts = [...generateSkus(lab.seed, ids)].map((sku) => encodeSku(sku));
  return (capacity) => {
    const rows = new Lru<number, unknown>(capacity);
    for (const [index, text] of texts.entries()) {
      const sku = decodeSku(text, String(index + 1));
      rows.set(index + 1, { answer: { outcome: 'cache-hit', sku }, end: 60 });
    }
    return rows;
  };
}

/** The median of a few: one may miss what the rest of the process lets go meanwhile. */
function heapGrowth(make: () => unknown, weighings: number): number {
  const grown = Array.from({ length: weighings }, () => weighed(make).heapBytes);
  return medianInterval(grown)!.median;
}
