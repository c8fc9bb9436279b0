import { expect, test } from 'vitest';
import { random } from '../workload/random.ts';
import type { Contender, Work } from './contender.ts';
import { Expected } from './expected.ts';
import { measureRounds, timing } from './rounds.ts';

const shape = { bits: 65_536, hashes: 5 };
const signal = new AbortController().signal;
const works: Work[] = [
  { operation: 'ask', presentShare: 1, ids: Uint32Array.of(1, 2, 3) },
  { operation: 'scan', from: 1, to: 3 },
];

/** Counts rightly until it is told not to, at a speed of its own. */
function contender(name: string, log: string[], counts: (round: number) => number = () => 3) {
  let visits = 0;
  const one: Contender = {
    ...{ name, answers: 'exact', bytes: 1 },
    can: (operation) => operation !== 'scan' || name === 'a',
    visit: async (work) => {
      log.push(`${name} ${work.operation}`);
      visits++;
      return { ids: 3, count: counts(visits), ns: visits * (name === 'a' ? 1 : 2), warnings: [] };
    },
  };
  return one;
}

const options = (seed: string, rounds = 4) => ({
  ...{ rounds, signal, random: random(seed) },
  expected: new Expected({ shape, members: 3, rate: 0.01 }),
});

async function orderOf(seed: string): Promise<string[]> {
  const log: string[] = [];
  const three = ['a', 'b', 'c'].map((name) => contender(name, log));
  await measureRounds(three, () => works, options(seed));
  return log;
}

test('each round visits every contender once a work, in an order that the seed names', async () => {
  const log = await orderOf('1');
  for (let round = 0; round < 5; round++) {
    const visits = log.slice(4 * round, 4 * round + 4);
    expect(visits.toSorted()).toEqual(['a ask', 'a scan', 'b ask', 'c ask']);
    expect(visits.at(-1)).toBe('a scan');
  }
  expect(await orderOf('1')).toEqual(log);
  expect(new Set(log.filter((_, index) => index % 4 === 0)).size).toBeGreaterThan(1);
  expect(await orderOf('2')).not.toEqual(log);
});

test('the first round is not kept, and a ratio is that of one round', async () => {
  const [a, b] = [contender('a', []), contender('b', [])];
  const measured = await measureRounds([a, b], () => works.slice(0, 1), options('1', 3));
  const [ofA, ofB] = measured;
  expect(ofA!.visits.map(({ ns }) => ns)).toEqual([2, 3, 4]);
  expect(timing(ofB!, ofA!)).toMatchObject({ ns: { median: 6 }, ratio: { low: 2, high: 2 } });
});

test('one that counts wrongly is found out in the round in which it does', async () => {
  const wrong = contender('a', [], (round) => (round === 3 ? 2 : 3));
  const run = measureRounds([wrong], () => works.slice(0, 1), options('1'));
  await expect(run).rejects.toThrow('a found 2 instead of 3 (100 % present, round 2)');
});

test('an interruption ends it', async () => {
  const controller = new AbortController();
  const stopping = contender('a', [], () => {
    controller.abort(new Error('enough'));
    return 3;
  });
  const run = measureRounds([stopping], () => works, {
    ...options('1'),
    signal: controller.signal,
  });
  await expect(run).rejects.toThrow('enough');
});
