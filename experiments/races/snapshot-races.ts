import { lateLoad } from './load-races.ts';
import { all, evicted, newerStays, nothing, type Way, writes } from './way.ts';

/** A process reads a snapshot from before a change, as from a replica that has fallen behind. */
export const snapshotRaces: readonly Way[] = [
  {
    race: 'insert, old read',
    steps: 'a snapshot; an insert writes its entry; a request reads the snapshot',
    remedy: writes,
    closedBy: all,
    force: async (stand, id) => {
      await stand.openSnapshot();
      await stand.b.funnel.insertSku(stand.sku(id, 'new'));
      const observed = await stand.observe(stand.lagging, id);
      await stand.sql('COMMIT');
      return observed;
    },
  },
  {
    race: 'old read, insert',
    steps:
      'a load has its answer from a snapshot; an insert writes its entry; the load writes back',
    remedy: writes,
    closedBy: newerStays,
    force: async (stand, id) => {
      await stand.openSnapshot();
      const observed = await lateLoad(stand, stand.lagging, id, () =>
        stand.b.funnel.insertSku(stand.sku(id, 'new')),
      );
      await stand.sql('COMMIT');
      return observed;
    },
  },
  {
    race: 'insert, old read',
    steps: 'a snapshot; an insert writes its entry, which is evicted; a load from the snapshot',
    remedy: evicted,
    closedBy: nothing,
    force: async (stand, id) => {
      await stand.openSnapshot();
      await stand.b.funnel.insertSku(stand.sku(id, 'new'));
      await stand.removeKey(id);
      await stand.ask(stand.lagging, id);
      await stand.sql('COMMIT');
      return stand.observe(stand.b, id);
    },
  },
  {
    race: 'delete, old read',
    steps: 'a snapshot; a delete writes its entry, which is evicted; a load from the snapshot',
    remedy: evicted,
    closedBy: nothing,
    force: async (stand, id) => {
      await stand.insertRow(id, 'old');
      await stand.openSnapshot();
      await stand.b.funnel.deleteSku(id);
      await stand.removeKey(id);
      await stand.ask(stand.lagging, id);
      await stand.sql('COMMIT');
      return stand.observe(stand.b, id);
    },
  },
];
