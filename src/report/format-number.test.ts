import { expect, test } from 'vitest';
import { formatNumber, formatSeconds } from './format-number.ts';

test.each([
  [0, '0'],
  [-5, '-5'],
  [7188794, '7,188,794'],
  [9007199254740991, '9,007,199,254,740,991'],
  [0.5, '0.5'],
  [9.96578, '9.966'],
  [12345.678, '12,345.7'],
  [7.15e-7, '7.15e-7'],
  [1e-9, '1e-9'],
  [1.5e12, '1,500,000,000,000'],
  [2 ** 64, '1.845e+19'],
  [Number.NaN, '–'],
  [Number.POSITIVE_INFINITY, '–'],
])('%d is shown as %s', (value, shown) => {
  expect(formatNumber(value)).toBe(shown);
});

test.each([
  [0, '0 s'],
  [0.416, '0.42 s'],
  [38.4, '38 s'],
  [59.7, '1 min 0 s'],
  [245, '4 min 5 s'],
])('%d seconds are shown as %s', (seconds, shown) => {
  expect(formatSeconds(seconds)).toBe(shown);
});
