import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CacheStore, TableStore } from '../../src/funnel/funnel.ts';
import { latch } from '../../src/funnel/interleave.ts';
import type { CacheRead } from '../../src/funnel/sku-cache.ts';
import { EntryWatch } from './entry-watch.ts';

const none = async () => undefined;

/** A watched cache that answers `kind`, on a clock that a test sets. */
function watched() {
  const at = { ns: 0n, kind: 'miss' as 'miss' | 'sentinel' };
  const watch = new EntryWatch(() => at.ns);
  const read = async (): Promise<CacheRead> => ({ kind: at.kind });
  const cache = watch.wrapCache({ read, writeBack: none } as unknown as CacheStore);
  const table = watch.wrapTable({ find: none } as unknown as TableStore);
  return { at, watch, cache, table };
}

test('W is from the first GET that missed to the first SET, and later SETs change nothing', async () => {
  const { at, watch, cache, table } = watched();
  for (const ns of [1_000n, 1_700n]) {
    at.ns = ns;
    await cache.read('7');
    await table.find('7');
  }
  const end = watch.nextGap();
  for (const ns of [5_000n, 6_000n]) {
    at.ns = ns;
    await cache.writeBack('7', undefined);
  }
  await end;
  expect(watch.gaps()).toEqual([{ windowNs: 4_000, loads: 2, complete: false }]);
  Object.assign(at, { ns: 7_000n, kind: 'sentinel' });
  await cache.read('7');
  expect(watch.gaps()).toEqual([{ windowNs: 4_000, loads: 2, complete: true }]);
  expect(watch.lateMisses).toBe(0);
});

test('a gap ends when no load is under way any more, and the next begins with the next miss', async () => {
  const { at, watch, cache, table } = watched();
  await cache.read('7');
  await table.find('7');
  await table.find('7');
  let ended = false;
  watch.nextGap().then(() => {
    ended = true;
  });
  await cache.writeBack('7', undefined);
  await turn();
  expect([ended, watch.gaps().length]).toEqual([false, 0]);
  await cache.writeBack('7', undefined);
  await turn();
  expect([ended, watch.gaps().length]).toEqual([true, 1]);
  at.ns = 9_000n;
  await cache.read('7');
  await table.find('7');
  at.ns = 9_500n;
  await cache.writeBack('7', undefined);
  await turn();
  expect(watch.gaps().map(({ windowNs, loads }) => [windowNs, loads])).toEqual([
    [0, 2],
    [500, 1],
  ]);
});

test('a miss of a GET that was sent after the SET is told, one sent before it is not', async () => {
  const reply = latch();
  const watch = new EntryWatch(() => 0n);
  const read = async (): Promise<CacheRead> => {
    await reply.reached;
    return { kind: 'miss' };
  };
  const cache = watch.wrapCache({ read, writeBack: none } as unknown as CacheStore);
  const table = watch.wrapTable({ find: none } as unknown as TableStore);
  const before = cache.read('7');
  const alsoBefore = cache.read('7');
  reply.reach();
  await before;
  await Promise.all([table.find('7'), table.find('7'), table.find('7')]);
  await cache.writeBack('7', undefined);
  await alsoBefore;
  expect(watch.lateMisses).toBe(0);
  await cache.read('7');
  expect(watch.lateMisses).toBe(1);
});
