import { expect, test } from 'vitest';
import { goals } from '../../src/bench/goals.ts';
import { goalPasses } from './goal-plan.ts';
import { readerNames } from './select.ts';

test('a run measures every pass that a goal speaks of, and no other', () => {
  const passes = goalPasses(1).map(({ pass }) => pass);
  expect(new Set(goals.map(({ row }) => row.pass))).toEqual(new Set(passes));
});

test('the goal for two readers is about the filter that they share', () => {
  const contenders = goals
    .filter(({ row }) => row.pass === 'readers')
    .map(({ row }) => row.contender);
  expect(contenders).toEqual([readerNames.shared]);
});
