import { expect, test } from 'vitest';
import { LabError } from '../errors.ts';
import { quantile } from './quantiles.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('the percentiles of 1 … 100 are the percents', () => {
  for (const percent of upTo(100)) expect(quantile(upTo(100), percent)).toBe(percent);
});

test('rounding never moves the rank', () => {
  expect(quantile(upTo(3000), 99.9)).toBe(2997);
  expect(quantile(upTo(1000), 99.9)).toBe(999);
  expect(quantile(upTo(100_000), 99.99)).toBe(99_990);
});

test('few samples give a sample, none gives null', () => {
  expect(quantile([], 99)).toBeNull();
  expect(quantile([7], 1)).toBe(7);
  expect(quantile([7], 99)).toBe(7);
  expect(quantile(upTo(5), 95)).toBe(5);
  expect(quantile(upTo(5), 50)).toBe(3);
  expect(quantile(upTo(20), 95)).toBe(19);
});

test('a percent outside (0, 100] is refused by name', () => {
  for (const percent of [0, -1, 100.1, Number.NaN]) {
    expect(() => quantile([1], percent)).toThrow(LabError);
    expect(() => quantile([1], percent)).toThrow(`percent is ${percent}`);
  }
});
