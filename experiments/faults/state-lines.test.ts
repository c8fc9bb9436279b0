import { expect, test } from 'vitest';
import type { Service } from '../../src/funnel/driver.ts';
import { askUntil, failingAfter, mention } from './state-lines.ts';

test.each([
  ['nothing was said', [], []],
  ['what failed works again', ['Redis: gone', 'Redis: works again'], []],
  [
    'one of two still fails',
    ['Redis: gone', 'Redis writes: OOM', 'Redis: works again'],
    ['Redis writes'],
  ],
  ['it fails a second time', ['Redis: gone', 'Redis: works again', 'Redis: gone'], ['Redis']],
  ['a failure is told twice', ['Redis: gone', 'Redis: gone'], undefined],
  ['what never failed works again', ['Redis: works again'], undefined],
])('%s', (_, lines, failing) => {
  expect(failingAfter(lines)).toEqual(failing && new Set(failing));
});

test('lines of Redis writes are none of Redis', () => {
  expect(mention(['Redis writes: refused (OOM)'], 'Redis')).toBe(false);
  expect(mention(['Redis writes: refused (OOM)'], 'Redis writes')).toBe(true);
});

test('ids are asked for until the line is logged, and no longer than there are ids', async () => {
  const asked: unknown[] = [];
  const service: Service = {
    detail: async (id) => {
      asked.push(id);
      return { outcome: 'db-miss' };
    },
  };
  const { signal } = new AbortController();
  await askUntil(() => asked.length === 2, service, [1, 2, 3], signal);
  expect(asked).toEqual([1, 2]);
  await askUntil(() => false, service, [4, 5], signal);
  expect(asked).toEqual([1, 2, 4, 5]);
});
