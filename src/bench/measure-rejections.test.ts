import { expect, test } from 'vitest';
import { BloomFilter } from '../filters/bloom.ts';
import { measureRejections } from './measure-rejections.ts';
import { articleShape } from './measure-variants.ts';
import { rejectingVariants } from './rejecting-funnel.ts';
import { firstIds } from './workloads.ts';

const { signal } = new AbortController();

test('a row for calls that are awaited and for those that are not, every id rejected', async () => {
  const options = { members: 2_000, asked: 3_072, rounds: 1, seed: '1', signal, plain: undefined };
  const rows = (await measureRejections(options)).map(({ row }) => row);
  expect(rows).toMatchObject([
    { contender: 'Funnel.detail, awaited', presentShare: 0, count: 0, idsAsked: 3_072 },
    { contender: 'Funnel.detail, not awaited', presentShare: 0, count: 0, idsAsked: 3_072 },
  ]);
  // `await` makes promises, of which none takes less than 16 bytes.
  const [awaited, notAwaited] = rows.map(({ heapBytes }) => Number(heapBytes));
  expect(awaited! - notAwaited!).toBeGreaterThan(16);
});

test('an id that is not rejected is noticed', async () => {
  const members = firstIds(2_000);
  const filter = new BloomFilter(articleShape);
  filter.addMany(members);
  const [awaited, notAwaited] = await rejectingVariants(filter, members);
  const ids = Uint32Array.of(2_001, 7);
  await expect(awaited!.asker!(ids).run()).rejects.toThrow('past the filter');
  const rejected = notAwaited!.asker!(ids.subarray(0, 1));
  rejected.run();
  expect(rejected.count()).toBe(0);
});
