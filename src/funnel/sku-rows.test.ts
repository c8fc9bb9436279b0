import { expect, test } from 'vitest';
import { encodeSku } from './sku.ts';
import { generateSkus } from './sku-rows.ts';

const rows = (seed: string, ids: Iterable<number>) => [...generateSkus(seed, ids)];
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('the row of an id does not depend on the other ids or on the order', () => {
  const all = rows('1', upTo(2500));
  expect(rows('1', [2500, 7, 1000, 999])).toEqual([all[2499], all[6], all[999], all[998]]);
});

test('another seed gives other rows', () => {
  expect(rows('1', [1])).toEqual(rows('1', [1]));
  expect(rows('2', [1])).not.toEqual(rows('1', [1]));
});

test('every row is one that the table can hold', () => {
  for (const sku of generateSkus('1', upTo(3000))) {
    expect(() => encodeSku(sku)).not.toThrow();
    expect(sku.id).toMatch(/^[0-9]+$/);
    expect(Number(sku.salePrice)).toBeLessThan(Number(sku.price));
    expect(sku.saleStart < sku.saleEnd).toBe(true);
  }
});

test('the rows exercise what breaks: CJK, emoji, quotes and NULL, about 300 bytes each', () => {
  const sample = rows('1', upTo(3000));
  const share = (holds: (title: string) => boolean) =>
    sample.filter((sku) => holds(sku.title)).length / sample.length;
  expect(share((title) => /\p{Script=Han}/u.test(title))).toBeGreaterThan(0.5);
  expect(share((title) => /\p{Emoji_Presentation}/u.test(title))).toBeGreaterThan(0.05);
  expect(share((title) => title.includes("'"))).toBeGreaterThan(0.05);
  expect(sample.some((sku) => sku.subtitle === null)).toBe(true);
  const bytes = sample.reduce((sum, sku) => sum + Buffer.byteLength(encodeSku(sku)), 0);
  expect(bytes / sample.length).toBeGreaterThan(300);
  expect(bytes / sample.length).toBeLessThan(450);
});

test('times are real days of November', () => {
  for (const sku of generateSkus('1', upTo(1000))) {
    for (const time of [sku.saleStart, sku.saleEnd]) {
      const parsed = new Date(`${time.replace(' ', 'T')}Z`);
      expect(parsed.toISOString().slice(0, 19)).toBe(time.replace(' ', 'T'));
    }
  }
});
