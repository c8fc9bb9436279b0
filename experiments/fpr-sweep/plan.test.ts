import { describe, expect, it } from 'vitest';
import { LabError } from '../../src/errors.ts';
import { scanRanges } from './known.ts';
import { checkMemory } from './memory-check.ts';
import { presets } from './parameters.ts';
import { sweepCells } from './plan.ts';

const specs = sweepCells(presets.quick).flatMap((cell) =>
  cell.pass === 'rates' ? cell.specs : [],
);

describe('the plan', () => {
  it.each([1e6, 5e6, 1e7, 123_456_789, 1e8, 1e9])(
    'of a scan to %d asks every id above the members once',
    (scanTo) => {
      const ranges = scanRanges(scanTo);
      expect(ranges[0]![0]).toBe(200_001);
      expect(ranges.at(-1)![1]).toBe(scanTo);
      for (const [index, [from]] of ranges.entries()) {
        if (index > 0) expect(from).toBe(ranges[index - 1]![1] + 1);
      }
    },
  );

  it('takes as many probes as the precision wants, up to the cap', () => {
    const full = specs.filter(({ series, n }) => series === 'grid' && n === 1_000_000);
    // 1.96² · (1 - p) / p · 1 / 0.05², with the rate that whole k gives instead of p.
    expect(full.map(({ p, probes }) => [p, Math.round(probes / 1_000)])).toEqual([
      [0.1, 14],
      [0.01, 152],
      [0.001, 1_535],
      [1e-4, 15_344],
      [1e-5, 20_000],
      [1e-6, 20_000],
    ]);
  });

  it('takes at least twenty filters where one is not the mean', () => {
    const few = specs.filter(
      ({ series, n }) => series === 'floors' || (series === 'grid' && n < 1e5),
    );
    expect(few.every(({ filters }) => filters >= 20)).toBe(true);
    expect(few.every(({ filters, probes }) => probes % filters === 0)).toBe(true);
  });

  it('is the same each time and names every cell once', () => {
    const keys = sweepCells(presets.full).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(sweepCells(presets.full).map(({ key }) => key)).toEqual(keys);
    const twice = { ...presets.smoke, n: [10, 10], p: [0.1, 0.1] };
    expect(sweepCells(twice).filter(({ key }) => key.startsWith('grid'))).toHaveLength(1);
  });

  it('refuses more than half of the memory, and a filter beyond all limits', () => {
    const machine = { threads: 4, memoryBytes: 2 ** 30 };
    const filter = { n: 1e8, p: 0.001, bits: 2 ** 30 };
    expect(() => checkMemory([filter], machine)).not.toThrow();
    expect(() => checkMemory([filter, { ...filter, bits: 2 ** 30 + 8 }], machine)).toThrow(
      /n, p: 4 filters at once for n = 100000000 at p = 0.001 take 0.5 GiB.* 0.5 GiB/,
    );
    expect(() => checkMemory([{ ...filter, bits: 2 ** 34 }], machine)).toThrow(LabError);
  });
});
