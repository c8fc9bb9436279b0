import { expect, test } from 'vitest';
import type { IdStream } from '../hashing/streams.ts';
import { countFalsePositives } from './false-positives.ts';

/** The ids from `first` on. */
function consecutive(first: bigint): IdStream {
  let next = first;
  return {
    fill: (block) => {
      for (let i = 0; i < block.length; i++) block[i] = next++;
    },
  };
}

/** Says maybe to multiples of seven, and to all below 20,000. */
const filter = {
  hasMany: (ids: BigUint64Array, out: Uint8Array) => {
    for (const [i, id] of ids.entries()) out[i] = id < 20_000n || id % 7n === 0n ? 1 : 0;
    return out;
  },
};

test('probes that are members are counted neither as false positives nor as probes', () => {
  const counted = countFalsePositives(filter, {
    members: consecutive(0n),
    memberCount: 20_000,
    probes: consecutive(15_000n),
    probeCount: 12_000,
  });
  // 20,000 … 26,999 are absent, and a seventh of them passes, more than one block of ids.
  expect(counted).toEqual({ falsePositives: 1000, absentProbes: 7000 });
});

test('a member that was added twice is one member', () => {
  const twice: IdStream = { fill: (block) => block.fill(7n) };
  const counted = countFalsePositives(filter, {
    members: twice,
    memberCount: 2,
    probes: consecutive(1n),
    probeCount: 10,
  });
  expect(counted).toEqual({ falsePositives: 9, absentProbes: 9 });
});
