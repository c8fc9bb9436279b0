import { expect, test } from 'vitest';
import type { Row } from '../lab/experiment.ts';
import type { Goal } from './goals.ts';
import { fastestPeer, goals } from './goals.ts';
import { judgeGoals } from './judge-goals.ts';

const row: Row = { pass: 'variants', contender: 'has', operation: 'ask', presentShare: 0 };
const plain = { call: 'has', row, against: 'plain C++', unit: 'share' } as const;
const goal: Goal = { ...plain, goal: 0.58, floor: 0.65 };
const peers: Goal = { ...plain, against: fastestPeer, unit: 'times', goal: 5 };
const rate: Goal = { call: 'has', row, unit: 'M/s', goal: 100, floor: 80 };

const ratios = (...values: number[]): Row[][] =>
  values.map((ratio) => [{ ...row, reference: 'plain C++', ratio, ns: 10 }]);
const judged = (runs: readonly Row[][], one: Goal = goal) => judgeGoals(runs, [one])[0]!;

test('the figure is the median of three runs, beside the lowest and the highest', () => {
  expect(judged(ratios(0.7, 0.55, 0.6))).toEqual({
    ...{ work: '0 % present', call: 'has', against: 'plain C++', figures: [0.7, 0.55, 0.6] },
    ...{ median: 0.6, low: 0.55, high: 0.7, unit: 'share', better: 'less' },
    ...{ goal: 0.58, floor: 0.65, word: 'floor met', note: null },
  });
});

test.each([
  [0.58, 'goal met'],
  [0.5800001, 'floor met'],
  [0.65, 'floor met'],
  [0.6500001, 'missed'],
])('a share of the time of %d is: %s', (ratio, word) => {
  expect(judged(ratios(ratio)).word).toBe(word);
});

test('a row that was compared with something else is not available, nor is a missing one', () => {
  const limbs = [[{ ...row, reference: 'JavaScript, 32-bit limbs', ratio: 0.1 }]];
  const none = [[{ ...row, reference: 'plain C++', ratio: null }]];
  for (const runs of [limbs, none, [[]], [...ratios(0.5, 0.5), []]]) {
    expect(judged(runs)).toMatchObject({ median: null, figures: [], word: 'not available here' });
  }
});

test('among the packages the one counts that takes the least time at the same work', () => {
  const peer = (contender: string, ns: number | null, other: Row = {}): Row => ({
    ...{ ...row, contender, ns, answers: 'rate' },
    ...other,
  });
  const others = [
    peer('quick', 50),
    peer('slow', 90),
    peer('absent', null),
    peer('at other work', 20, { presentShare: 1 }),
    peer('exact', 2, { answers: 'exact' }),
  ];
  const runs = ratios(1).map((rows) => [...rows, ...others]);
  expect(judged(runs, peers)).toMatchObject({
    ...{ median: 5, against: 'fastest npm peer, quick', word: 'goal met' },
    ...{ goal: 5, floor: 5 },
  });
  const slower = runs.map((rows) => rows.map((one) => (one.ns === 10 ? { ...one, ns: 11 } : one)));
  expect(judged(slower, peers).word).toBe('missed');
  expect(judged(ratios(1), peers)).toMatchObject({ median: null, against: fastestPeer });
  const { goal: _, ...without } = peers;
  expect(judged(slower, without)).toMatchObject({ word: 'no goal', goal: null, floor: null });
});

test('a ratio that tells how many times as fast it is must be large', () => {
  const readers: Goal = { call: 'has', row, unit: 'times', against: 'one reader', goal: 1.95 };
  const run = (ratio: number | null): Row[][] => [[{ ...row, reference: 'one reader', ratio }]];
  expect(judged(run(1.95), readers)).toMatchObject({ median: 1.95, word: 'goal met' });
  expect(judged(run(1.94), readers)).toMatchObject({ better: 'more', word: 'missed' });
  expect(judged(run(null), readers).word).toBe('not available here');
});

test('millions a second follow from nanoseconds, whatever the row was compared with', () => {
  const run = (ns: number | null): Row[][] => [[{ ...row, reference: 'limbs', ns }]];
  expect(judged(run(8), rate)).toMatchObject({
    ...{ median: 125, against: null, unit: 'M/s', better: 'more', word: 'goal met' },
  });
  expect(judged(run(12.5), rate)).toMatchObject({ median: 80, word: 'floor met' });
  expect(judged(run(13), rate).word).toBe('missed');
  expect(judged(run(null), rate)).toMatchObject({ median: null, word: 'not available here' });
});

test.each([
  [[0.5], null],
  [[0.6], 'why'],
  [[0.7], 'why'],
  [[], null],
])('the reason is told only where the goal is measured and not met: %j', (values, note) => {
  const runs = values.length > 0 ? ratios(...values) : [[]];
  expect(judged(runs, { ...goal, note: 'why' }).note).toBe(note);
});

test('no goal is beyond its floor, and each speaks of a row of its own', () => {
  for (const { unit, goal: aim = 0, floor = aim } of goals) {
    expect(unit === 'share' ? aim <= floor : aim >= floor).toBe(true);
  }
  const places = goals.map((one) => JSON.stringify([one.row, one.against]));
  expect(new Set(places).size).toBe(goals.length);
});
