import type { Result, Row } from '../../src/lab/experiment.ts';
import { hasBit, setAtOnce, setInSteps, sharedWords } from '../../src/systems/bit-set.ts';
import { StringFilter } from '../../src/systems/string-filter.ts';

/** The two strings that article S4's example adds first. */
const [first, second] = ['user:1001', 'user:1002'] as const;

/** Article S4's filter of strings: its answers to null and to set bits, and two threads in it. */
export function stringsPass(): Result[] {
  const filter = new StringFilter();
  const refusesNull = refuses(() => filter.add(null));
  const nullAnswer = filter.mightContain(null);
  const beforeFill = filter.mightContain(first);
  const positions = [first, second].map((value) => filter.positions(value));
  filter.fill();
  const whole = {
    pass: 'strings',
    way: 'one thread',
    nullAnswer,
    refusesNull,
    beforeFill,
    afterFill: filter.mightContain(first) && filter.mightContain(second),
  };
  const threads = [
    threadsRow('load, or, store', positions, filter.bits, inSteps),
    threadsRow('one atomic or', positions, filter.bits, atOnce),
  ];
  return [whole, ...threads].map((row) => ({ row }));
}

function refuses(task: () => void): boolean {
  try {
    task();
    return false;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return true;
  }
}

type Writing = (words: ReturnType<typeof sharedWords>, one: number, other: number) => void;

/** Two threads add a string each, and their steps fall between each other's. */
function threadsRow(way: string, positions: number[][], bits: number, write: Writing): Row {
  const [ones, others] = positions as [number[], number[]];
  const words = sharedWords(bits);
  for (const [i, one] of ones.entries()) write(words, one, others[i]!);
  const lost = (all: readonly number[]) => all.filter((bit) => !hasBit(words, bit)).length;
  return {
    pass: 'strings',
    way,
    positions: ones.length,
    lostOfFirst: lost(ones),
    lostOfSecond: lost(others),
  };
}

const inSteps: Writing = (words, one, other) => {
  const writers = [setInSteps(words, one), setInSteps(words, other)];
  for (const writer of writers) writer.next();
  for (const writer of writers) writer.next();
};

const atOnce: Writing = (words, one, other) => {
  setAtOnce(words, one);
  setAtOnce(words, other);
};
