import { expect, test } from 'vitest';
import { atMost } from '../stats/binomial.ts';
import { random } from '../workload/random.ts';
import type { Test } from './check.ts';
import { checkStatistical } from './statistical.ts';
import { bloomSubject } from './subject.ts';

/**
 * 2,000 cells, each test at 1 %. They are smaller than those of the gate, n = 10^4 and 20,000
 * probes, and within the same condition: N·p·δ² is 4·10^-4.
 */
const cells = Array.from({ length: 2000 }, (_, i) => {
  return { key: `cell ${i}`, n: 10_000, p: 0.01, probes: 20_000 };
});
const options = {
  subject: bloomSubject,
  seed: 'false-alarms.test',
  tests: new Set<Test>(['fill', 'rate']),
  alpha: 0.01,
};

/** Four seconds of one core; a machine that is full takes longer. */
const timeoutMs = 180_000;

test(
  'of 2,000 sound cells at 1 % the rate rejects 3 … 45, with uniform p-values',
  () => {
    const checks = cells.flatMap((cell) => checkStatistical(cell, options));
    const rates = checks.filter((check) => check.test === 'rate');
    const rejected = rates.filter(({ holds }) => !holds).length;
    expect(rejected).toBeGreaterThanOrEqual(3);
    expect(rejected).toBeLessThanOrEqual(45);
    // The bound on the fill holds whatever the hash does, and is far from sharp.
    expect(checks.filter(({ test, holds }) => test === 'fill' && !holds)).toEqual([]);

    const draws = random('p-values');
    const pValues = rates.map(({ values }) => randomisedPValue(values!, draws.float()));
    expect(kolmogorovSmirnov(pValues)).toBeGreaterThan(1e-4);
  },
  timeoutMs,
);

/** P[X < FP] + u·P[X = FP], uniform in [0, 1] when FP is binomial at fill^k. */
function randomisedPValue(values: Readonly<Record<string, number>>, u: number): number {
  const { falsePositives = 0, probes = 0, fillRate = 0 } = values;
  const below = atMost({ hits: falsePositives - 1, trials: probes, p: fillRate });
  const upTo = atMost({ hits: falsePositives, trials: probes, p: fillRate });
  return below + u * (upTo - below);
}

/** The chance that uniform values stray as far as these (Stephens 1970, Numerical Recipes 14.3). */
function kolmogorovSmirnov(values: readonly number[]): number {
  const n = values.length;
  const distances = values
    .toSorted((left, right) => left - right)
    .map((value, i) => Math.max(value - i / n, (i + 1) / n - value));
  const lambda = (Math.sqrt(n) + 0.12 + 0.11 / Math.sqrt(n)) * Math.max(...distances);
  const terms = Array.from({ length: 100 }, (_, i) => {
    return 2 * (-1) ** i * Math.exp(-2 * (i + 1) ** 2 * lambda ** 2);
  });
  return terms.reduce((sum, term) => sum + term);
}
