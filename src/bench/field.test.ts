import { describe, expect, it } from 'vitest';
import { plainName } from './contender.ts';
import { measureVariants } from './measure-variants.ts';

const { signal } = new AbortController();
const options = { members: 2_000, asked: 3_072, rounds: 1, seed: '1', signal };

describe('measureVariants', () => {
  // Wrong answers would end it: each contender's are held against the scheme, the ids or the rate.
  it('has right answers from every contender, and 32-bit limbs as the reference', async () => {
    const results = await measureVariants({ ...options, plain: undefined });
    const rows = results.map(({ row }) => row);
    const names = new Set(rows.map(({ contender }) => contender));
    expect(names.size).toBe(19);
    const missing = rows.filter(({ ns }) => ns === null);
    expect(new Set(missing.map(({ contender }) => contender))).toEqual(new Set([plainName]));
    expect(new Set(rows.filter(({ ns }) => ns !== null).map(({ reference }) => reference))).toEqual(
      new Set(['JavaScript, 32-bit limbs']),
    );
    expect(rows.filter(({ contender }) => contender === 'BitmapSet')[0]!.bitsPerKey).toBe(1);
  });
});
