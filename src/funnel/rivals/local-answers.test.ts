import { expect, test } from 'vitest';
import type { Answer } from '../funnel.ts';
import { exampleSku } from '../sku.test.fixture.ts';
import { LocalAbsences, LocalRows } from './local-answers.ts';

const ttlSeconds = 60;

/** A service that counts what reaches it; the answers are those of `table`. */
function behind(table: Map<unknown, Answer>) {
  let clock = 0n;
  const asked: unknown[] = [];
  const service = {
    async detail(id: unknown): Promise<Answer> {
      asked.push(id);
      return table.get(id) ?? { outcome: 'db-miss' };
    },
  };
  const options = { capacity: 2, ttlSeconds, now: () => clock };
  const wait = (seconds: number) => {
    clock += BigInt(seconds) * 1_000_000_000n;
  };
  return { service, options, asked, wait };
}

const row: Answer = { outcome: 'db-hit', sku: exampleSku() };

test('an absence is answered here until its life ends, and rows are never', async () => {
  const { service, options, asked, wait } = behind(new Map([[1, row]]));
  const local = new LocalAbsences(service, options);
  expect(await local.detail(9)).toEqual({ outcome: 'db-miss' });
  wait(ttlSeconds - 1);
  expect(await local.detail(9)).toEqual({ outcome: 'sentinel-hit' });
  wait(1);
  expect(await local.detail(9)).toEqual({ outcome: 'db-miss' });
  for (let times = 0; times < 2; times++) expect(await local.detail(1)).toBe(row);
  expect(asked).toEqual([9, 9, 1, 1]);
});

test('an absence is forgotten when the id is inserted, and when others take its place', async () => {
  const table = new Map<unknown, Answer>();
  const { service, options, asked } = behind(table);
  const local = new LocalAbsences(service, options);
  await local.detail(9);
  table.set(9, row);
  local.forget(9);
  expect(await local.detail(9)).toBe(row);
  for (const id of [1, 2, 3, 1]) await local.detail(id);
  expect(asked).toEqual([9, 9, 1, 2, 3, 1]);
});

test.each<Answer>([
  { outcome: 'error', error: 'overloaded' },
  { outcome: 'filter-reject' },
  { outcome: 'invalid' },
])('the answer %o is not kept', async (answer) => {
  const { service, options, asked } = behind(new Map([[9, answer]]));
  const local = new LocalAbsences(service, options);
  for (let times = 0; times < 2; times++) expect(await local.detail(9)).toBe(answer);
  expect(asked).toEqual([9, 9]);
});

test('a row is answered here until its life ends, and absences are never', async () => {
  const { service, options, asked, wait } = behind(new Map([[1, row]]));
  const local = new LocalRows(service, options);
  await local.detail(1);
  expect(await local.detail(1)).toEqual({ outcome: 'cache-hit', sku: row.sku });
  for (let times = 0; times < 2; times++) await local.detail(9);
  wait(ttlSeconds);
  expect(await local.detail(1)).toBe(row);
  expect(asked).toEqual([1, 9, 9, 1]);
});

test('what is no id goes on to the service, which refuses it', async () => {
  const { service, options, asked } = behind(new Map());
  for (const local of [new LocalAbsences(service, options), new LocalRows(service, options)]) {
    for (let times = 0; times < 2; times++) await local.detail('007');
  }
  expect(asked).toEqual(['007', '007', '007', '007']);
});
