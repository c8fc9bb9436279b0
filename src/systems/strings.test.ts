import { expect, test } from 'vitest';
import { hasBit, setAtOnce, setInSteps, sharedWords } from './bit-set.ts';
import { StringFilter } from './string-filter.ts';

test('article S4’s example prints true, false, true, false', () => {
  const filter = new StringFilter();
  for (const value of ['user:1001', 'user:1002', 'product:5001']) filter.add(value);
  const asked = ['user:1001', 'user:9999', 'product:5001', 'product:9999'];
  expect(asked.map((value) => filter.mightContain(value))).toEqual([true, false, true, false]);
});

test('null is not in it and cannot be added', () => {
  const filter = new StringFilter();
  expect(filter.mightContain(null)).toBe(false);
  expect(() => filter.add(null)).toThrow(TypeError);
  filter.fill();
  expect(filter.mightContain(null)).toBe(false);
  expect(filter.mightContain('user:9999')).toBe(true);
});

test.each([0, 1, 62, 63, 64, 127, 1_000])('bit %i is set, and no other', (bit) => {
  const words = sharedWords(1_024);
  [...setInSteps(words, bit)];
  const set = Array.from({ length: 1_024 }, (_, at) => at).filter((at) => hasBit(words, at));
  expect(set).toEqual([bit]);
});

test('of two bits of a word that are loaded before either is stored, the first is lost', () => {
  const words = sharedWords(64);
  const writers = [setInSteps(words, 3), setInSteps(words, 63)];
  for (const writer of [...writers, ...writers]) writer.next();
  expect([hasBit(words, 3), hasBit(words, 63)]).toEqual([false, true]);
  setAtOnce(words, 3);
  expect([hasBit(words, 3), hasBit(words, 63)]).toEqual([true, true]);
});
