import { skuTable } from '../../src/funnel/sku-schema.ts';
import type { Side } from './side.ts';
import type { Observation, Stand } from './stand.ts';
import { evicted, newerStays, nothing, removes, type Way, writes } from './way.ts';

/** Loads that are older than a change and write back after it. */
interface Change {
  readonly race: string;
  /** The change, in words. */
  readonly made: string;
  /** Whether the id has a row before. */
  readonly rowBefore: boolean;
  /** The change as the product makes it, through another process than the load. */
  product(stand: Stand, id: string): Promise<unknown>;
  /** The same by SQL. */
  sql(stand: Stand, id: string): Promise<unknown>;
}

const changes: readonly Change[] = [
  {
    race: 'late sentinel',
    made: 'insert in another process',
    rowBefore: false,
    product: ({ b, sku }, id) => b.funnel.insertSku(sku(id, 'new')),
    sql: (stand, id) => stand.insertRow(id, 'new'),
  },
  {
    race: 'late deleted row',
    made: 'delete in another process',
    rowBefore: true,
    product: ({ b }, id) => b.funnel.deleteSku(id),
    sql: (stand, id) => stand.sql(`DELETE FROM ${skuTable} WHERE id = ?`, [id]),
  },
  {
    race: 'late old row',
    made: 'update in another process',
    rowBefore: true,
    product: ({ b, sku }, id) => b.funnel.updateSku(sku(id, 'new')),
    sql: (stand, id) => stand.sql(`UPDATE ${skuTable} SET title = 'new' WHERE id = ?`, [id]),
  },
];

const lateLoads = changes.flatMap((change): Way[] => {
  const { race, made, rowBefore, product, sql } = change;
  const forced =
    (make: (stand: Stand, id: string) => Promise<unknown>): Way['force'] =>
    async (stand, id) => {
      if (rowBefore) await stand.insertRow(id, 'old');
      return lateLoad(stand, stand.a, id, () => make(stand, id));
    };
  const thenRemoved = (make: typeof product) => async (stand: Stand, id: string) => {
    await make(stand, id);
    await stand.removeKey(id);
  };
  const steps = (then: string) => `a load has its answer; ${made}, ${then}; the load writes back`;
  return [
    {
      race,
      remedy: writes,
      steps: steps('which writes its entry'),
      closedBy: newerStays,
      force: forced(product),
    },
    {
      race,
      remedy: removes,
      steps: steps('which removes the key'),
      closedBy: nothing,
      force: forced(thenRemoved(sql)),
    },
    {
      race,
      remedy: evicted,
      steps: steps('which writes its entry, and that is evicted'),
      closedBy: nothing,
      force: forced(thenRemoved(product)),
    },
  ];
});

export const loadRaces: readonly Way[] = [
  ...lateLoads,
  {
    race: 'two loads, old first',
    steps: twoSteps('old'),
    remedy: evicted,
    // Plain by the order alone: the last one wins.
    closedBy: ['plain', 'versioned'],
    force: (stand, id) => twoLoads(stand, id, 'old first'),
  },
  {
    race: 'two loads, new first',
    steps: twoSteps('new'),
    remedy: evicted,
    closedBy: newerStays,
    force: (stand, id) => twoLoads(stand, id, 'new first'),
  },
];

function twoSteps(first: 'old' | 'new'): string {
  return (
    'a load has its answer; an update writes its entry, which is evicted; a load in another ' +
    `process has its answer; both write back, that of the ${first} row first`
  );
}

/** A load has its answer, `change` is made, and then the load writes back. */
export async function lateLoad(
  stand: Stand,
  reader: Side,
  id: string,
  change: () => Promise<unknown>,
): Promise<Observation> {
  const writeBack = await heldLoad(stand, reader, id);
  await change();
  await writeBack();
  return stand.observe(stand.b, id);
}

/** Two loads, one of the old row and one of the new, write back in the order given. */
async function twoLoads(stand: Stand, id: string, order: 'old first' | 'new first') {
  await stand.insertRow(id, 'old');
  const older = await heldLoad(stand, stand.a, id);
  await stand.b.funnel.updateSku(stand.sku(id, 'new'));
  await stand.removeKey(id);
  const newer = await heldLoad(stand, stand.b, id);
  for (const write of order === 'old first' ? [older, newer] : [newer, older]) await write();
  return stand.observe(stand.b, id);
}

/** A load that has its answer. @returns what lets it write back */
async function heldLoad(stand: Stand, side: Side, id: string): Promise<() => Promise<unknown>> {
  const hold = side.loads.holdNext();
  const load = stand.ask(side, id);
  await hold.waiting;
  return () => {
    hold.release();
    return load;
  };
}
