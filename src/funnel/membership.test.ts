import { describe, expect, it } from 'vitest';
import type { IdSet } from '../filters/id-set.ts';
import { latch } from './interleave.ts';
import { type IdSource, Membership } from './membership.ts';

/** An exact set, so that what is missing shows. */
function exactSet(): IdSet {
  const ids = new Set<string>();
  return {
    add: (id) => void ids.add(String(id)),
    has: (id) => ids.has(String(id)),
    byteLength: 0,
  };
}

function source(pages: readonly (readonly string[])[], before?: Promise<void>): IdSource {
  return {
    size: async () => ({ rows: pages.flat().length, maxId: '0' }),
    async *pages() {
      await before;
      yield* pages;
    },
  };
}

describe('Membership', () => {
  it('lets everything through until it has been built', async () => {
    const membership = new Membership(exactSet);
    expect(membership.admits(5)).toBe(true);
    await membership.rebuild(source([['1', '2'], ['9007199254740993']]));
    expect([1, 2, 5].map((id) => membership.admits(id))).toEqual([true, true, false]);
    expect(membership.admits(9007199254740993n)).toBe(true);
    expect(membership.admits(9007199254740992n)).toBe(false);
    expect(membership.added).toBe(3);
  });

  it('counts an id once that is added again', async () => {
    const membership = new Membership(exactSet);
    await membership.rebuild(source([['1', '2']]));
    for (const id of ['2', '3', '3']) await membership.during(id, async () => {});
    expect(membership.added).toBe(3);
  });

  it('keeps the old set in use while a new one is built, and when the build fails', async () => {
    const membership = new Membership(exactSet);
    await membership.rebuild(source([['1']]));
    const scan = latch();
    const rebuilt = membership.rebuild(source([['2']], scan.reached));
    expect(membership.admits(1)).toBe(true);
    expect(membership.admits(2)).toBe(false);
    scan.reach();
    await rebuilt;
    expect(membership.admits(1)).toBe(false);
    const failing = source([['3']], Promise.reject(new Error('connection lost')));
    await expect(membership.rebuild(failing)).rejects.toThrow('connection lost');
    expect([2, 3].map((id) => membership.admits(id))).toEqual([true, false]);
  });

  it('knows an id whose insert began before the build and ended after the scan', async () => {
    const membership = new Membership(exactSet);
    const [commit, scan] = [latch(), latch()];
    const insert = membership.during('7', () => commit.reached);
    const rebuilt = membership.rebuild(source([['1']], scan.reached));
    scan.reach();
    await rebuilt;
    commit.reach();
    await insert;
    expect(membership.admits(7)).toBe(true);
  });

  it('knows an id whose insert began and ended during the scan', async () => {
    const membership = new Membership(exactSet);
    const [scanning, scan] = [latch(), latch()];
    const rebuilt = membership.rebuild({
      size: async () => ({ rows: 1, maxId: '1' }),
      async *pages() {
        scanning.reach();
        await scan.reached;
        yield ['1'];
      },
    });
    await scanning.reached;
    await membership.during('7', async () => undefined);
    scan.reach();
    await rebuilt;
    expect(membership.admits(7)).toBe(true);
  });

  it('knows an id that is being inserted twice until both inserts have ended', async () => {
    const membership = new Membership(exactSet);
    const commit = latch();
    const slow = membership.during('7', () => commit.reached);
    await membership.during('7', async () => undefined);
    await membership.rebuild(source([['1']]));
    expect(membership.admits(7)).toBe(true);
    commit.reach();
    await slow;
    await membership.rebuild(source([['1']]));
    expect(membership.admits(7)).toBe(false);
  });

  it('knows an id that was inserted while the build ran, also when two inserts overlap', async () => {
    const membership = new Membership(exactSet);
    const scan = latch();
    const rebuilt = membership.rebuild(source([['1']], scan.reached));
    const commit = latch();
    const slow = membership.during('7', () => commit.reached);
    await membership.during('7', async () => undefined);
    scan.reach();
    await rebuilt;
    expect(membership.admits(7)).toBe(true);
    commit.reach();
    await slow;
  });

  it('starts a rebuild after the running one for who asks meanwhile, one for all', async () => {
    const membership = new Membership(exactSet);
    const scan = latch();
    const running = membership.rebuild(source([['1']], scan.reached));
    let scans = 0;
    const later: IdSource = {
      size: async () => ({ rows: 1, maxId: '0' }),
      async *pages() {
        scans++;
        yield ['1', '2'];
      },
    };
    const asked = [membership.rebuild(later), membership.rebuild(later)];
    scan.reach();
    await running;
    await Promise.all(asked);
    expect(scans).toBe(1);
    expect(membership.admits(2)).toBe(true);
  });

  it('refuses a table with an id that is none instead of leaving it out', async () => {
    const membership = new Membership(exactSet);
    await expect(membership.rebuild(source([['007']]))).rejects.toThrow("'007'");
    expect(membership.set).toBeUndefined();
  });

  it('is believed only while it has followed the news from its beginning to now', async () => {
    const others = news();
    const membership = new Membership(exactSet, others);
    await membership.rebuild(source([['1']]));
    expect(membership.admits(5)).toBe(false);
    others.current = false;
    expect(membership.admits(5)).toBe(true);
    others.current = true;
    others.version++;
    expect(membership.admits(5)).toBe(true);
    await membership.rebuild(source([['1']]));
    expect([1, 5].map((id) => membership.admits(id))).toEqual([true, false]);
  });

  it('is not believed when the news had a gap while it was built', async () => {
    const others = news();
    const membership = new Membership(exactSet, others);
    const scan = latch();
    const rebuilt = membership.rebuild(source([['1']], scan.reached));
    others.version++;
    scan.reach();
    await rebuilt;
    expect(membership.admits(5)).toBe(true);
  });

  it('tells when what was announced could not be read, and is built all the same', async () => {
    const others = news(Promise.reject(new Error('no Redis')));
    const membership = new Membership(exactSet, others);
    await membership.rebuild(source([['1']]));
    expect([others.missedTimes, membership.added]).toEqual([1, 1]);
  });

  it('adds what it hears to the set in use and to one being built', async () => {
    const membership = new Membership(exactSet, news());
    await membership.rebuild(source([['1']]));
    const [scanning, scan] = [latch(), latch()];
    const rebuilt = membership.rebuild({
      size: async () => ({ rows: 1, maxId: '1' }),
      async *pages() {
        scanning.reach();
        await scan.reached;
        yield ['1'];
      },
    });
    await scanning.reached;
    membership.hear(['7', '9007199254740993', '7']);
    expect(membership.admits(7)).toBe(true);
    scan.reach();
    await rebuilt;
    expect([7, 9007199254740993n, 5].map((id) => membership.admits(id))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

/** News of nothing, with a version and a doubt that a test sets. */
function news(ready: Promise<void> = Promise.resolve()) {
  return {
    version: 1,
    current: true,
    missedTimes: 0,
    async *retained() {
      await ready;
      yield [];
    },
    missed() {
      this.missedTimes++;
    },
  };
}
