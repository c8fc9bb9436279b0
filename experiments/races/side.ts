import type { Funnel, TableStore } from '../../src/funnel/funnel.ts';
import { changed, type Latch, latch } from '../../src/funnel/interleave.ts';
import type { FunnelSetup } from '../../src/lab/open-funnel.ts';
import type { Scene } from '../../src/lab/scene.ts';

/** One call that waits at a point until it is let go. */
interface Hold {
  /** Reached when the call is there. */
  readonly waiting: Promise<void>;
  release(): void;
}

/** A point at which the next call can be made to wait. */
class Point {
  #next: { readonly arrival: Latch; readonly gate: Latch } | undefined;

  holdNext(): Hold {
    const [arrival, gate] = [latch(), latch()];
    this.#next = { arrival, gate };
    return { waiting: arrival.reached, release: gate.reach };
  }

  async pass(): Promise<void> {
    const held = this.#next;
    this.#next = undefined;
    held?.arrival.reach();
    await held?.gate.reached;
  }
}

/** What stands for a process: a funnel with connections of its own, and points to hold it at. */
export interface Side {
  readonly funnel: Funnel;
  /** After Redis has answered a GET. */
  readonly reads: Point;
  /** After MySQL has answered a load, before it is written back. */
  readonly loads: Point;
  /** Before an INSERT is sent. */
  readonly inserts: Point;
  /** Before a writer’s SET is sent, which is after its commit. */
  readonly puts: Point;
  /** After the last page of a rebuild’s scan. */
  readonly scans: Point;
}

/** Opens a side; `find` stands in for where it reads from. */
export async function openSide(
  scene: Scene,
  setup: FunnelSetup,
  find?: TableStore['find'],
): Promise<Side> {
  const points = {
    reads: new Point(),
    loads: new Point(),
    inserts: new Point(),
    puts: new Point(),
    scans: new Point(),
  };
  const funnel = await scene.funnel({
    ...setup,
    wrapCache: (cache) =>
      changed(cache, {
        read: async (id) => {
          const read = await cache.read(id);
          await points.reads.pass();
          return read;
        },
        put: async (...entry) => {
          await points.puts.pass();
          return cache.put(...entry);
        },
      }),
    wrapTable: (table) =>
      changed(table, {
        find: async (id) => {
          const found = await (find ?? table.find.bind(table))(id);
          await points.loads.pass();
          return found;
        },
        insert: async (sku) => {
          await points.inserts.pass();
          return table.insert(sku);
        },
        async *idPages() {
          yield* table.idPages();
          await points.scans.pass();
        },
      }),
  });
  return { funnel, ...points };
}
