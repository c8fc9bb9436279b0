import { expect, test } from 'vitest';
import { timePasses } from './time-passes.ts';
import type { Step } from './variant.ts';

/** A clock whose readings are given: tinybench looks once before and once after each step. */
function clockOf(...readings: readonly number[]) {
  let at = 0;
  return {
    name: 'given',
    fn: () => readings[Math.min(at++, readings.length - 1)]!,
    fromMs: (ms: number) => ms,
    toMs: (ms: number | bigint) => Number(ms),
  };
}

function steps(count: number, log: string[] = []): Step[] {
  return Array.from({ length: count }, (_, index) => ({
    run: () => {
      log.push(`${index}`);
    },
    count: () => index,
  }));
}

test('every step runs once a pass, after what is done before it', async () => {
  const log: string[] = [];
  const pass = { ids: 3_072, steps: steps(3, log) };
  const { counts } = await timePasses([pass, pass], { before: () => log.push('before') });
  expect(log).toEqual(['before', '0', '1', '2', 'before', '0', '1', '2']);
  expect(counts).toEqual([3, 3]);
});

test('a clock that stands still is told of, and so is one of few readings', async () => {
  const pass = { ids: 12_288, steps: steps(12) };
  const still = await timePasses([pass], { before: () => {}, clock: clockOf(5) });
  expect(still.warnings).toEqual(['zero-dominated']);
  const coarse = Array.from({ length: 200 }, (_, index) => index);
  const alike = await timePasses([pass], { before: () => {}, clock: clockOf(...coarse) });
  expect(alike.warnings).toEqual(['low-distinct']);
});

test('a clock that tells the steps apart is not', async () => {
  const pass = { ids: 12_288, steps: steps(12) };
  const squares = Array.from({ length: 200 }, (_, index) => index * index);
  const { warnings } = await timePasses([pass], {
    before: () => {},
    clock: clockOf(...squares),
  });
  expect(warnings).toEqual([]);
});

test('a time is that of the fastest pass, an id', async () => {
  const one = (ids: number) => ({ ids, steps: steps(1) });
  // Readings in ms at the begin of the cycle and around the steps differ between versions; the
  // second pass is a tenth of the first by any of them.
  const passes = [one(1_000), one(10_000)];
  const everyMs = Array.from({ length: 200 }, (_, index) => index);
  const { ns } = await timePasses(passes, { before: () => {}, clock: clockOf(...everyMs) });
  expect(ns).toBe(100);
});

test('a step that is awaited ends before the next begins', async () => {
  const log: string[] = [];
  const step = (name: string): Step => ({
    run: async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    },
    count: () => 0,
  });
  const pass = { ids: 2, steps: [step('a'), step('b')], isAsync: true };
  await timePasses([pass], { before: () => {} });
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
