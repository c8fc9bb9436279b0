import { expect, test } from 'vitest';
import { defaultPlan, ownPlan } from './cells.ts';
import { excessMax } from './excess.ts';

test('every cell keeps N·p·δ² <= 0.01 and has enough probes to see what it should', () => {
  const own = [1e5, 1e7].flatMap((n) =>
    [0.5, 0.1, 0.01, 0.001, 0.0001].flatMap((p) => ownPlan({ n, p }, false).statistical),
  );
  for (const { n, p, probes } of [...defaultPlan().statistical, ...own]) {
    const bits = Math.ceil((-n * Math.log(p)) / Math.LN2 ** 2);
    const hashes = Math.max(1, Math.round((bits / n) * Math.LN2));
    expect(probes * p * excessMax({ bits, hashes }, n) ** 2).toBeLessThanOrEqual(0.01);
    expect(probes * p).toBeGreaterThan(1500);
  }
});

test('the golden cell of own parameters is there when it has a reference', () => {
  expect(ownPlan({ n: 1e5, p: 0.01 }, true).golden).toMatchObject([{ key: 'n=100000 p=0.01' }]);
  expect(ownPlan({ n: 1e5, p: 0.01 }, false).golden).toEqual([]);
});

test('the excess is larger where m is nearly a power of two, and falls as 1/n', () => {
  // Measured at n = 841, m = 2^14, k = 13: 718 ± 10, times 1/n.
  expect(excessMax({ bits: 2 ** 14, hashes: 13 }, 841)).toBeGreaterThan((718 + 40) / 841);
  expect(excessMax({ bits: 3 * 2 ** 13, hashes: 13 }, 841)).toBeGreaterThan(758 / 841);
  const usual = excessMax({ bits: 19_477, hashes: 13 }, 1000);
  expect(usual).toBeCloseTo(0.244, 10);
  expect(excessMax({ bits: 194_770, hashes: 13 }, 10_000)).toBeCloseTo(usual / 10, 10);
  expect(() => excessMax({ bits: 100, hashes: 14 }, 5)).toThrow(/k = 14/);
});
