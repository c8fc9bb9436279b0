import { describe, expect, it } from 'vitest';
import { fillBounds } from '../filters/fill-bounds.ts';
import { changeSeen, rateBounds } from './bounds.ts';

describe('the fill', () => {
  it('may lie from 984,391 to 1,002,544 for 200,000 ids at 1 % and α = 10^-7', () => {
    // 993,466.921 - 9076.072 and 993,467.977 + 9076.072, in decimal arithmetic of 50 digits.
    const shape = { bits: 1_917_012, hashes: 7 };
    expect(fillBounds(shape, 200_000, { alpha: 1e-7 })).toEqual({ low: 984_391, high: 1_002_544 });
  });

  it('stays within 0 and m', () => {
    expect(fillBounds({ bits: 10, hashes: 3 }, 5, { alpha: 1e-6 })).toEqual({ low: 0, high: 10 });
    expect(fillBounds({ bits: 2, hashes: 3 }, 5, { alpha: 1e-6 })).toEqual({ low: 0, high: 2 });
  });
});

/** At a fill of exactly 1/10 with two probes the rate is 1 %. */
const test = {
  shape: { bits: 1000, hashes: 2 },
  bitsSet: 100,
  probes: 18_000_000,
  excessMax: 0,
  alpha: 1e-7,
};

describe('the false positives', () => {
  it('may be 177,756 … 182,253 of 18 million at 1 % and α = 10^-7', () => {
    // The last ones whose tails, summed in decimal arithmetic, are above 5·10^-8.
    expect(rateBounds(test)).toEqual({ low: 177_756, high: 182_253 });
  });

  it('may be more by δmax, and no fewer', () => {
    const { low, high } = rateBounds({ ...test, excessMax: 0.01 });
    expect(low).toBe(177_756);
    expect(high).toBeGreaterThan(182_253 + 1800);
    expect(high).toBeLessThan(182_253 + 1830);
  });

  it('must be none in an empty filter, and all in a full one', () => {
    expect(rateBounds({ ...test, bitsSet: 0 })).toEqual({ low: 0, high: 0 });
    expect(rateBounds({ ...test, bitsSet: 1000 })).toEqual({ low: 18e6, high: 18e6 });
  });
});

describe('the power', () => {
  it('sees +2 % at 1 % with 18 million probes, and +5 % at 0.1 % with 29 million', () => {
    expect(changeSeen(test)).toBeLessThan(0.02);
    const rare = { ...test, shape: { bits: 1000, hashes: 3 }, probes: 29_000_000 };
    expect(changeSeen(rare)).toBeLessThan(0.05);
  });

  it('falls with the square root of the probes, and is nothing for an empty filter', () => {
    const ratio = changeSeen({ ...test, probes: 4_500_000 }) / changeSeen(test);
    expect(ratio).toBeGreaterThan(1.95);
    expect(ratio).toBeLessThan(2.1);
    expect(changeSeen({ ...test, bitsSet: 0 })).toBe(Number.POSITIVE_INFINITY);
  });
});
