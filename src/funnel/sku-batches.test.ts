import { expect, test } from 'vitest';
import { exampleSku } from './sku.test.fixture.ts';
import { insertBatches } from './sku-batches.ts';

const skus = (count: number, title: string) =>
  Array.from({ length: count }, (_, index) => exampleSku({ id: String(index), title }));

test('batches hold all rows in order and keep to the bytes, however long the titles are', () => {
  const batches = [...insertBatches(skus(1000, '😀'.repeat(255)), 100_000)];
  for (const { sql } of batches) expect(Buffer.byteLength(sql)).toBeLessThanOrEqual(100_000);
  // Full ones: another row of about 1.3 kB would not have fitted in.
  for (const { sql } of batches.slice(0, -1))
    expect(Buffer.byteLength(sql)).toBeGreaterThan(97_000);
  const ids = batches.flatMap(({ sql }) => [...sql.matchAll(/\('([0-9]+)',/g)].map((m) => m[1]));
  expect(ids).toEqual(Array.from({ length: 1000 }, (_, index) => String(index)));
  expect(batches.reduce((sum, { rows }) => sum + rows, 0)).toBe(1000);
});

test('a row above the limit goes alone', () => {
  expect([...insertBatches(skus(3, 'x'), 1)].map(({ rows }) => rows)).toEqual([1, 1, 1]);
});

test('no rows make no statement', () => {
  expect([...insertBatches([], 1000)]).toEqual([]);
});
