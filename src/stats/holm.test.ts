import { expect, test } from 'vitest';
import { holm } from './holm.ts';

// The example of R's documentation of p.adjust: adjusted 0.03, 0.06, 0.06 at the original order.
test('rejects step by step, as p.adjust(c(0.01, 0.03, 0.04), "holm") says', () => {
  expect(holm([0.04, 0.01, 0.03], 0.05)).toEqual([false, true, false]);
  expect(holm([0.04, 0.01, 0.03], 0.06)).toEqual([true, true, true]);
  expect(holm([0.04, 0.01, 0.03], 0.029)).toEqual([false, false, false]);
});

test('one that stands keeps all larger ones', () => {
  expect(holm([0.001, 0.026, 0.026], 0.05)).toEqual([true, false, false]);
});

test('without hypotheses nothing is rejected, and NaN never is', () => {
  expect(holm([], 0.05)).toEqual([]);
  expect(holm([Number.NaN], 1)).toEqual([false]);
});
