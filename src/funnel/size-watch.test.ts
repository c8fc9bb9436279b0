import { expect, test } from 'vitest';
import { BloomFilter } from '../filters/bloom.ts';
import { RangeSet } from '../filters/exact.ts';
import { bloomSets } from './defences.ts';
import { type CacheStore, Funnel, type TableStore } from './funnel.ts';
import { SizeWatch } from './size-watch.ts';

function loaded(added: number): BloomFilter {
  const filter = BloomFilter.forCapacity(1_000, 0.001);
  for (let id = 1; id <= added; id++) filter.add(id);
  return filter;
}

test('a filter that does not fit is told once a change, however often it is built', () => {
  const lines: string[] = [];
  const watch = new SizeWatch((line) => lines.push(line));
  for (const added of [1_000, 1_000]) watch.look(loaded(added));
  expect(lines).toEqual([]);
  for (const added of [500, 510, 2_000, 2_000, 1_000, 1_000, 400]) watch.look(loaded(added));
  expect(lines.map((line) => /fits|too large|too small/.exec(line)![0])).toEqual([
    'too large',
    'too small',
    'fits',
    'too large',
  ]);
});

test('a set without a size and a filter that was not built are passed over', () => {
  const watch = new SizeWatch((line) => expect.unreachable(line));
  watch.look(undefined);
  watch.look(new RangeSet());
  watch.look(new BloomFilter({ bits: 10, hashes: 1 }));
});

test('a funnel tells whoever asks after a rebuild, and nobody else', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => String(index + 1));
  const table = {
    size: async () => ({ rows: ids.length, maxId: '100' }),
    async *idPages() {
      yield ids;
    },
  } as unknown as TableStore;
  const log = (line: string) => expect.unreachable(line);
  const filter = bloomSets({ capacity: 1_000, log });
  const lines: string[] = [];
  const options = { filter, sentinels: false, log, onMissized: (line: string) => lines.push(line) };
  const funnel = new Funnel({} as CacheStore, table, options);
  await funnel.rebuild();
  await funnel.rebuild();
  expect(lines).toEqual([expect.stringContaining('too large: it is sized for 1,000 ids')]);
  await new Funnel({} as CacheStore, table, { filter, sentinels: false, log }).rebuild();
});
