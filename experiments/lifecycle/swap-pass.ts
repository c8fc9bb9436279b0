import { BloomFilter } from '../../src/filters/bloom.ts';
import type { IdSet } from '../../src/filters/id-set.ts';
import { Membership } from '../../src/funnel/membership.ts';
import type { Result } from '../../src/lab/experiment.ts';
import type { LifecycleCell } from './plan.ts';

/** The old table is 1 … n, the new one n/2 + 1 … 3n/2: half of each is in both. */
const ids = 20_000;
const page = 500;

/** Ids that each look asks for: some that go, some that stay, some that come, some never there. */
const step = 97;

/**
 * Readers look at the filter after each page of a rebuild. With the swap they see the old set or
 * the new one; where the filter in use is emptied and filled again, as without a second one, they
 * see what is neither, and present ids are rejected.
 */
export async function swapPass({
  way,
}: Extract<LifecycleCell, { pass: 'swap' }>): Promise<Result[]> {
  let filter = new BloomFilter({ bits: 8, hashes: 1 });
  const membership = new Membership(() => {
    filter = BloomFilter.forCapacity(ids, 0.001);
    return filter;
  });
  const [oldIds, newIds] = [range(1, ids), range(ids / 2 + 1, ids)];
  const [oldView, newView] = [view(filled(oldIds)), view(filled(newIds))];
  const seen = { looksOld: 0, looksNew: 0, looksMixed: 0, presentLookedAt: 0, presentRejected: 0 };
  const look = () => {
    const inUse = way === 'swap' ? membership.set! : filter;
    const now = view(inUse);
    if (now === oldView) seen.looksOld++;
    else if (now === newView) seen.looksNew++;
    else seen.looksMixed++;
    // In the old table as in the new one: nobody may call them missing at any moment.
    for (let id = ids / 2 + 1; id <= ids; id += step) {
      seen.presentLookedAt++;
      if (!inUse.has(id)) seen.presentRejected++;
    }
  };
  await membership.rebuild(source(oldIds, () => undefined));
  look();
  await membership.rebuild(source(newIds, look));
  look();
  const looks = seen.looksOld + seen.looksNew + seen.looksMixed;
  return [{ row: { pass: 'swap', way, ids, looks, ...seen } }];
}

function source(members: readonly number[], afterPage: () => void) {
  return {
    size: async () => ({ rows: members.length, maxId: String(members.at(-1)) }),
    async *pages() {
      for (let start = 0; start < members.length; start += page) {
        yield members.slice(start, start + page).map(String);
        afterPage();
      }
    },
  };
}

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function filled(members: readonly number[]): IdSet {
  const filter = BloomFilter.forCapacity(ids, 0.001);
  filter.addMany(members);
  return filter;
}

/** The answers of a set, as one text. */
function view(set: IdSet): string {
  let answers = '';
  for (let id = 1; id <= 2 * ids; id += step) answers += set.has(id) ? '1' : '0';
  return answers;
}
