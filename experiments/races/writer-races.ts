import { setImmediate as nextTurn } from 'node:timers/promises';
import { sentinelTtls } from './plan.ts';
import type { Side } from './side.ts';
import type { Stand } from './stand.ts';
import { all, nothing, removes, versionsAlone, type Way, writes } from './way.ts';

/** Races of a change with other changes, and with what stands in the cache before it. */
export const writerRaces: readonly Way[] = [
  {
    race: 'early sentinel',
    steps: 'a request leaves a sentinel; the row is inserted by SQL',
    remedy: 'SQL alone',
    closedBy: nothing,
    force: (stand, id) => sentinelFirst(stand, id, () => stand.insertRow(id, 'new')),
  },
  {
    race: 'sentinel of 10 min',
    steps: 'a request leaves a sentinel of ten minutes; the row is inserted by SQL',
    remedy: 'SQL alone',
    sentinelTtlSeconds: sentinelTtls.long,
    closedBy: nothing,
    force: (stand, id) => sentinelFirst(stand, id, () => stand.insertRow(id, 'new'), stand.patient),
  },
  {
    race: 'early sentinel',
    steps: 'a request leaves a sentinel; an insert removes the key',
    remedy: removes,
    closedBy: all,
    force: (stand, id) =>
      sentinelFirst(stand, id, async () => {
        await stand.insertRow(id, 'new');
        await stand.removeKey(id);
      }),
  },
  {
    race: 'early sentinel',
    steps: 'a request leaves a sentinel; an insert in another process writes its entry',
    remedy: writes,
    closedBy: all,
    force: (stand, id) =>
      sentinelFirst(stand, id, () => stand.b.funnel.insertSku(stand.sku(id, 'new'))),
  },
  {
    race: 'early sentinel',
    steps: 'a request leaves a sentinel; an insert commits, and its SET does not come',
    remedy: 'written late',
    closedBy: nothing,
    force: async (stand, id) => {
      await stand.ask(stand.a, id);
      const put = stand.b.puts.holdNext();
      const insert = stand.b.funnel.insertSku(stand.sku(id, 'new'));
      await put.waiting;
      const observed = await stand.observe(stand.a, id);
      put.release();
      await insert;
      return observed;
    },
  },
  reversed({
    race: 'update, update',
    steps: 'two processes update; the first to commit is the last whose SET is applied',
    first: ({ a, sku }, id) => a.funnel.updateSku(sku(id, 'first')),
    second: ({ b, sku }, id) => b.funnel.updateSku(sku(id, 'second')),
  }),
  reversed({
    race: 'delete, insert',
    steps:
      'a delete commits, then an insert in another process; the SET of the delete is applied last',
    first: ({ a }, id) => a.funnel.deleteSku(id),
    second: ({ b, sku }, id) => b.funnel.insertSku(sku(id, 'again')),
  }),
  reversed({
    race: 'update, delete',
    steps:
      'an update commits, then a delete in another process; the SET of the update is applied last',
    first: ({ a, sku }, id) => a.funnel.updateSku(sku(id, 'updated')),
    second: ({ b }, id) => b.funnel.deleteSku(id),
  }),
  {
    race: 'joined load',
    steps: 'a load has its answer; an insert by SQL; a request joins the load',
    remedy: 'kept',
    closedBy: nothing,
    force: (stand, id) => joined(stand, id, () => stand.insertRow(id, 'new')),
  },
  {
    race: 'joined load',
    steps: 'a load has its answer; an insert writes its entry, which is evicted; a request',
    remedy: 'forgotten',
    closedBy: all,
    force: (stand, id) =>
      joined(stand, id, async () => {
        await stand.a.funnel.insertSku(stand.sku(id, 'new'));
        // With its value in the cache nobody would have to load.
        await stand.removeKey(id);
      }),
  },
];

async function sentinelFirst(
  stand: Stand,
  id: string,
  insert: () => Promise<unknown>,
  reader: Side = stand.a,
) {
  await stand.ask(reader, id);
  await insert();
  return stand.observe(reader, id);
}

interface Reversed extends Pick<Way, 'race' | 'steps'> {
  first(stand: Stand, id: string): Promise<unknown>;
  second(stand: Stand, id: string): Promise<unknown>;
}

/** Two changes of a row in two processes: `a` commits first, and its SET is applied last. */
function reversed({ race, steps, first, second }: Reversed): Way {
  return {
    ...{ race, steps, remedy: writes, closedBy: versionsAlone },
    force: async (stand, id) => {
      await stand.insertRow(id, 'old');
      const put = stand.a.puts.holdNext();
      const change = first(stand, id);
      await put.waiting;
      await second(stand, id);
      put.release();
      await change;
      return stand.observe(stand.b, id);
    },
  };
}

/** A request that comes after the insert, while a load from before it is under way. */
async function joined(stand: Stand, id: string, insert: () => Promise<unknown>) {
  const load = stand.a.loads.holdNext();
  const early = stand.ask(stand.a, id);
  await load.waiting;
  await insert();
  const read = stand.a.reads.holdNext();
  const request = stand.ask(stand.a, id);
  await read.waiting;
  read.release();
  // Whatever it can join it has joined by then.
  await nextTurn();
  load.release();
  await early;
  return stand.look(id, await request);
}
