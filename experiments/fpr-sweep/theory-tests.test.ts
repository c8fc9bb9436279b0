import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/lab/experiment.ts';
import { random } from '../../src/workload/random.ts';
import { theoryTests } from './theory-tests.ts';

const right: Row = {
  ...{ pass: 'rates', scheme: 'double', filters: 1, n: 10_000, hashes: 7 },
  ...{ probes: 1_000, fromFill: 0.1, fp: 100 },
};

/** Rows whose hits are drawn with the rate that their fill predicts. */
function drawn(rows: number, seed: string): Row[] {
  const draws = random('theory-tests', seed);
  return Array.from({ length: rows }, () => {
    const hits = Array.from({ length: 1_000 }, () => draws.float()).filter((u) => u < 0.1);
    return { ...right, fp: hits.length };
  });
}

describe('tests of many rates against theory', () => {
  it('call none of a thousand right rows different', () => {
    const tests = theoryTests(drawn(1_000, 'right'));
    expect(tests).toHaveLength(1_000);
    expect(tests.some(({ differs }) => differs)).toBe(false);
    // Five in a hundred would be, each on its own at 5 %.
    expect(tests.filter(({ pValue }) => pValue < 0.05).length).toBeGreaterThan(20);
  });

  it.each([50, 160])('find the one row of a thousand with %i hits in place of 100', (fp) => {
    const tests = theoryTests([...drawn(1_000, 'right'), { ...right, fp }]);
    expect(tests.flatMap(({ differs }, index) => (differs ? [index] : []))).toEqual([1_000]);
  });

  it('take no row of which double hashing is known to lie above, nor of another scheme', () => {
    const left = [
      { n: 1_000 },
      { fromFill: 5e-5 },
      { filters: 20 },
      { scheme: 'enhanced' },
      { pass: 'golden' },
    ];
    expect(theoryTests(left.map((changes) => ({ ...right, ...changes })))).toEqual([]);
    expect(theoryTests([{ ...right, fromFill: 5e-5, hashes: 3, fp: 0 }])).toHaveLength(1);
  });
});
