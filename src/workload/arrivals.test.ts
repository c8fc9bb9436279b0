import { jStat } from 'jstat';
import { describe, expect, it } from 'vitest';
import { LabError } from '../errors.ts';
import { schedule } from './arrivals.ts';
import { random } from './random.ts';

const poisson = (seed: string) => ({ arrivals: 'poisson', random: random(seed) }) as const;

const gaps = (dueNs: Float64Array) => dueNs.map((due, index) => due - (dueNs[index - 1] ?? 0));

/** The largest distance between the samples' distribution and `cdf` (Kolmogorov and Smirnov). */
function distance(samples: Float64Array, cdf: (value: number) => number): number {
  const sorted = samples.toSorted();
  return sorted.reduce((most, value, index) => {
    const at = cdf(value);
    return Math.max(most, at - index / sorted.length, (index + 1) / sorted.length - at);
  }, 0);
}

describe('a Poisson schedule', () => {
  const count = 20_000;
  const seconds = gaps(schedule(count, 500, poisson('gaps'))).map((gap) => gap / 1e9);

  it('has the mean gap of its rate', () => {
    const mean = seconds.reduce((sum, gap) => sum + gap, 0) / count;
    // Five standard errors; the gaps' deviation is their mean.
    expect(Math.abs(mean * 500 - 1)).toBeLessThan(5 / Math.sqrt(count));
  });

  it('has exponential gaps', () => {
    // Critical value at 10^-4: sqrt(-ln(10^-4 / 2) / 2) = 2.225.
    const far = distance(seconds, (gap) => jStat.exponential.cdf(gap, 500));
    expect(far * Math.sqrt(count)).toBeLessThan(2.225);
    const wrong = distance(seconds, (gap) => jStat.exponential.cdf(gap, 550));
    expect(wrong * Math.sqrt(count)).toBeGreaterThan(2.225);
  });

  it('has as many requests in a stretch of time as its variance: the mean', () => {
    const dueNs = schedule(count, 500, poisson('counts'));
    const perTenth = new Array<number>(390).fill(0);
    for (const due of dueNs) if (due < 39e9) perTenth[Math.floor(due / 1e8)]!++;
    const mean = jStat.mean(perTenth);
    const dispersion = (jStat.stdev(perTenth, true) ** 2 * (perTenth.length - 1)) / mean;
    const p = jStat.chisquare.cdf(dispersion, perTenth.length - 1);
    expect(Math.min(p, 1 - p)).toBeGreaterThan(1e-4);
  });

  it('is the same for the same seed, and another for another', () => {
    expect(schedule(50, 10, poisson('a'))).toEqual(schedule(50, 10, poisson('a')));
    expect(schedule(50, 10, poisson('b'))).not.toEqual(schedule(50, 10, poisson('a')));
  });
});

describe('a fixed schedule', () => {
  it('has one request every so often from the start', () => {
    const due = schedule(4, 1_000, { arrivals: 'fixed' });
    expect(due).toEqual(Float64Array.of(0, 1e6, 2e6, 3e6));
  });
});

it('a rate that is none is refused by name', () => {
  for (const rate of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => schedule(1, rate, { arrivals: 'fixed' })).toThrow(LabError);
    expect(() => schedule(1, rate, { arrivals: 'fixed' })).toThrow(`ratePerSecond is ${rate}`);
  }
});
