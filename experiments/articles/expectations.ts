import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { integer, num, percent, sum, where } from '../rows.ts';

/** What the authors of the cuckoo filter reach with four places a bucket, with some room. */
const leastLoad = 0.9;

export function articlesExpectations(rows: readonly Row[]): Expectation[] {
  const filled = [...where(rows, { pass: 'hash' }), ...where(rows, { pass: 'rival' })];
  const deleted = where(rows, { pass: 'delete' });
  const denied = sum(filled, 'fn') + sum(deleted, 'lost');
  const members = sum(filled, 'n') + sum(deleted, 'n') - sum(deleted, 'deleted');
  const cuckoos = where(rows, { pass: 'rival', kind: 'cuckoo' }).map((row) => num(row, 'load'));
  const load = Math.min(...cuckoos);
  return [
    {
      name: 'no filter denies a member, after deletions neither',
      holds: denied === 0,
      measured: `${integer(denied)} of ${integer(members)}`,
      expected: 'none',
    },
    {
      name: 'a cuckoo filter can be filled',
      holds: load >= leastLoad,
      measured: `up to a load of ${percent(load, 3)} at least`,
      expected: `${percent(leastLoad)} or more`,
    },
    ...control(rows),
  ];
}

/** A compiler that refuses the control says nothing about the program. */
function control(rows: readonly Row[]): Expectation[] {
  return where(rows, { pass: 'compile', program: 'constructed' })
    .filter(({ compiles }) => compiles !== null)
    .map(({ compiles, refusal }) => ({
      name: 'the C++ compiler takes the control',
      holds: compiles === true,
      measured: compiles === true ? 'taken' : `refused: ${refusal}`,
      expected: 'taken',
    }));
}
