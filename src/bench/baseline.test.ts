import { expect, test } from 'vitest';
import { changesSince } from './baseline.ts';

const row = {
  ...{ contender: 'has(number)', operation: 'ask', presentShare: 0, reference: 'plain C++' },
  ...{ ratio: 1.2, ratioLow: 1.1, ratioHigh: 1.3 },
};
const shifted = (by: number) => ({
  ...row,
  ...{ ratio: 1.2 * by, ratioLow: 1.1 * by, ratioHigh: 1.3 * by },
});

test('a ratio whose interval has left the other by more than the margin is a change', () => {
  // 1.1 x 1.4 is above 1.3 x 1.15, and 1.3 x 0.7 below 1.1 x 0.85.
  expect(changesSince([shifted(1.4)], [row])).toMatchObject([
    { contender: 'has(number)', work: '0 % present', change: 'slower', before: 1.2 },
  ]);
  expect(changesSince([shifted(0.7)], [row])).toMatchObject([{ change: 'faster' }]);
});

test('a ratio within the margin is none', () => {
  expect(changesSince([shifted(1.3)], [row])).toEqual([]);
  expect(changesSince([shifted(0.75)], [row])).toEqual([]);
});

test('only what was compared with the same reference at the same work is compared', () => {
  const slow = shifted(9);
  for (const other of [
    { ...row, reference: 'JavaScript, 32-bit limbs' },
    { ...row, presentShare: 1 },
    { contender: 'has(number)', operation: 'ask', presentShare: 0, ns: null },
  ]) {
    expect(changesSince([slow], [other])).toEqual([]);
  }
});
