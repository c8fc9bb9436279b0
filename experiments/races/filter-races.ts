import type { Stand } from './stand.ts';
import { all, nothing, type Way, writes } from './way.ts';

/** Races of an insert with the filter. As article S2 does it, the id is added by the caller. */
export const filterRaces: readonly Way[] = [
  {
    race: 'add, query, commit',
    steps: 'the filter is told; a request; the insert commits',
    remedy: 'not written',
    closedBy: nothing,
    force: async (stand, id) => {
      await stand.sql('START TRANSACTION');
      await stand.insertRow(id, 'new');
      addToFilter(stand, id);
      await stand.ask(stand.filtered, id);
      await stand.sql('COMMIT');
      return stand.observe(stand.filtered, id);
    },
  },
  {
    race: 'add, query, commit',
    steps: 'the filter is told; a request; the insert commits and writes its entry',
    remedy: writes,
    closedBy: all,
    force: async (stand, id) => {
      const commit = stand.filtered.inserts.holdNext();
      const insert = stand.filtered.funnel.insertSku(stand.sku(id, 'new'));
      await commit.waiting;
      await stand.ask(stand.filtered, id);
      commit.release();
      await insert;
      return stand.observe(stand.filtered, id);
    },
  },
  {
    race: 'add, rollback',
    steps: 'the filter is told; the insert is rolled back',
    remedy: 'id stays',
    closedBy: all,
    force: async (stand, id) => {
      await stand.sql('START TRANSACTION');
      await stand.insertRow(id, 'new');
      addToFilter(stand, id);
      await stand.sql('ROLLBACK');
      return stand.observe(stand.filtered, id);
    },
  },
  {
    race: 'commit, query, add',
    steps: 'the insert commits; a request; the filter is told',
    remedy: 'added late',
    closedBy: nothing,
    until: 'until the id is added; no entry of Redis is involved',
    force: async (stand, id) => {
      await stand.insertRow(id, 'new');
      const observed = await stand.observe(stand.filtered, id);
      addToFilter(stand, id);
      return observed;
    },
  },
  {
    race: 'commit, query, add',
    steps: 'the filter is told; the insert commits; a request; its SET',
    remedy: 'added before',
    closedBy: all,
    force: async (stand, id) => {
      const put = stand.filtered.puts.holdNext();
      const insert = stand.filtered.funnel.insertSku(stand.sku(id, 'new'));
      await put.waiting;
      const observed = await stand.observe(stand.filtered, id);
      put.release();
      await insert;
      return observed;
    },
  },
  {
    race: 'scan, insert, swap',
    steps: 'a rebuild has read the last page; an insert is added to the set in use; the swap',
    remedy: 'in the old set',
    only: ['guarded'],
    closedBy: nothing,
    until: 'until the next rebuild; no entry of Redis is involved',
    force: (stand, id) =>
      behindScan(stand, id, async () => {
        await stand.insertRow(id, 'new');
        addToFilter(stand, id);
      }),
  },
  {
    race: 'scan, insert, swap',
    steps: 'a rebuild has read the last page; an insert is added to both sets; the swap',
    remedy: 'in both sets',
    only: ['guarded'],
    closedBy: all,
    force: (stand, id) =>
      behindScan(stand, id, () => stand.filtered.funnel.insertSku(stand.sku(id, 'new'))),
  },
  {
    race: 'rebuild in an insert',
    steps: 'an insert is under way; a whole rebuild; the insert commits',
    remedy: 'remembered',
    only: ['guarded'],
    closedBy: all,
    force: async (stand, id) => {
      const commit = stand.filtered.inserts.holdNext();
      const insert = stand.filtered.funnel.insertSku(stand.sku(id, 'new'));
      await commit.waiting;
      await stand.filtered.funnel.rebuild();
      commit.release();
      await insert;
      return stand.observe(stand.filtered, id);
    },
  },
];

/** Adds an id to the set in use, which is all that a filter without bookkeeping could do. */
function addToFilter({ filtered }: Stand, id: string): void {
  filtered.funnel.membership!.set!.add(Number(id));
}

/** The insert commits after a rebuild has read the last page, and before it swaps. */
async function behindScan(stand: Stand, id: string, insert: () => Promise<unknown>) {
  const scan = stand.filtered.scans.holdNext();
  const rebuild = stand.filtered.funnel.rebuild();
  await scan.waiting;
  await insert();
  scan.release();
  await rebuild;
  return stand.observe(stand.filtered, id);
}
