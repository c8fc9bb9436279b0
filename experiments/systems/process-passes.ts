import { BloomFilter } from '../../src/filters/bloom.ts';
import { loadInWords, loadOf } from '../../src/filters/load.ts';
import { articleFilter } from '../../src/funnel/defences.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { hasBit, setAtOnce, setInSteps, sharedWords } from '../../src/systems/bit-set.ts';
import { StringFilter } from '../../src/systems/string-filter.ts';
import { contiguous } from '../../src/workload/population.ts';
import { timeLookups } from '../lookups.ts';
import { stable } from '../rows.ts';
import type { Parameters } from './plan.ts';
import { halfCached } from './subjects.ts';

/** Ids of the article's shop in the filter that it makes for 500,000. */
const articleIds = 200_000;

const loads = [0.25, 0.5, 0.74, 0.76, 1, 1.24, 1.26, 2];

/** Filters of other loads, and article S0's own: does the size fit? */
export function sizesPass({ sizedFor }: Parameters): Result[] {
  const rows = [
    sizeRow('S0', articleIds, articleFilter.capacity, articleFilter.p),
    ...loads.map((load) =>
      sizeRow('other', Math.round(load * sizedFor), sizedFor, articleFilter.p),
    ),
  ];
  return rows.map((row) => ({ row }));
}

function sizeRow(filter: string, added: number, capacity: number, p: number): Row {
  const set = BloomFilter.forCapacity(capacity, p);
  for (let id = 1; id <= added; id++) set.add(id);
  const load = loadOf(set)!;
  return {
    pass: 'sizes',
    filter,
    capacity,
    added,
    load: stable(load.load),
    rate: stable(load.rate),
    designRate: stable(load.designRate),
    size: load.size,
    line: loadInWords(load),
  };
}

/** The two strings that article S4's example adds first. */
const [first, second] = ['user:1001', 'user:1002'] as const;

/** Article S4's filter of strings: its answers to null and to set bits, and two threads in it. */
export function stringsPass(): Result[] {
  const filter = new StringFilter();
  const refusesNull = refuses(() => filter.add(null));
  const nullAnswer = filter.mightContain(null);
  const beforeFill = filter.mightContain(first);
  const positions = [first, second].map((value) => filter.positions(value));
  filter.fill();
  const whole = {
    pass: 'strings',
    way: 'one thread',
    nullAnswer,
    refusesNull,
    beforeFill,
    afterFill: filter.mightContain(first) && filter.mightContain(second),
  };
  const threads = [
    threadsRow('load, or, store', positions, filter.bits, inSteps),
    threadsRow('one atomic or', positions, filter.bits, atOnce),
  ];
  return [whole, ...threads].map((row) => ({ row }));
}

function refuses(task: () => void): boolean {
  try {
    task();
    return false;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return true;
  }
}

type Writing = (words: ReturnType<typeof sharedWords>, one: number, other: number) => void;

/** Two threads add a string each, and their steps fall between each other's. */
function threadsRow(way: string, positions: number[][], bits: number, write: Writing): Row {
  const [ones, others] = positions as [number[], number[]];
  const words = sharedWords(bits);
  for (const [i, one] of ones.entries()) write(words, one, others[i]!);
  const lost = (all: readonly number[]) => all.filter((bit) => !hasBit(words, bit)).length;
  return {
    pass: 'strings',
    way,
    positions: ones.length,
    lostOfFirst: lost(ones),
    lostOfSecond: lost(others),
  };
}

const inSteps: Writing = (words, one, other) => {
  const writers = [setInSteps(words, one), setInSteps(words, other)];
  for (const writer of writers) writer.next();
  for (const writer of writers) writer.next();
};

const atOnce: Writing = (words, one, other) => {
  setAtOnce(words, one);
  setAtOnce(words, other);
};

/** Every present id and as many absent ones asked of S3's cache, a tenth of its entries evicted. */
export async function cachedKeysPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const { skus } = params;
  const scene = await lab.stage.scene(contiguous(skus));
  try {
    const cache = await halfCached(await scene.clients(), params);
    const put = cache.size;
    const evicted = Math.floor(put / 10);
    for (let id = 1; id <= evicted; id++) cache.evict(String(id));
    const before = await scene.counts();
    const ends = { rejectedPresent: 0, rejectedAbsent: 0, loaded: 0, foundNothing: 0, hits: 0 };
    for (let id = 1; id <= 2 * skus; id++) {
      const { outcome } = await cache.detail(id);
      if (outcome === 'filter-reject') ends[id <= skus ? 'rejectedPresent' : 'rejectedAbsent']++;
      else if (outcome === 'cache-hit') ends.hits++;
      else if (outcome === 'db-hit') ends.loaded++;
      else ends.foundNothing++;
    }
    const after = await scene.counts();
    const counts = { skus, put, evicted, ...ends, entries: cache.size };
    const selects = after.selects - before.selects;
    return [{ row: { pass: 'cached keys', ...counts, selects, keys: after.keys } }];
  } finally {
    await scene.close();
  }
}

/** Absent keys looked up with the filter first and in the map alone, in turn. */
export async function lookupsPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const { skus, lookups, rounds } = params;
  const scene = await lab.stage.scene(contiguous(skus));
  try {
    const cache = await halfCached(await scene.clients(), params);
    const ids = Array.from({ length: lookups }, (_, index) => skus + 1 + index);
    const keys = ids.map(String);
    const results: Result[] = [];
    for (let round = 0; round < rounds; round++) {
      const { ns: filterNs } = timeLookups(lab, lookups, (i) => cache.admits(ids[i]!));
      const { ns: mapNs } = timeLookups(lab, lookups, (i) => cache.entry(keys[i]!) !== undefined);
      results.push({
        row: { pass: 'lookups', round, filterNs, mapNs, filterPerMap: filterNs / mapNs },
      });
    }
    return results;
  } finally {
    await scene.close();
  }
}
