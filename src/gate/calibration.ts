import { BloomFilter } from '../filters/bloom.ts';
import type { Shape } from '../filters/sizing.ts';
import { rateFromFill } from '../filters/theory.ts';
import { forEachBlock, type IdStream, randomIds } from '../hashing/streams.ts';
import { random } from '../workload/random.ts';
import { countPassing } from './count-passing.ts';

/** What is measured: `filters` filters of one shape, each asked for `probes` ids. */
export interface CalibrationPlan extends Shape {
  readonly filters: number;
  readonly probes: number;
  readonly seed: string;
}

/** The excess δ of the rate over fill^k, times n. */
export interface MeasuredExcess {
  readonly n: number;
  /** Over all filters. */
  readonly mean: number;
  /** Of that mean; the noise of the probes and the spread of the filters are both in it. */
  readonly standardError: number;
  /** Standard deviation of δ·n between filters, the noise of the probes taken out; 0 if lost in it. */
  readonly spread: number;
}

/**
 * Measures by how much the rate of double hashing lies above fill^k. Each filter gets as many
 * members as make p = 2^-(k + 1/2), the smallest rate that k belongs to and the one with the
 * largest excess, and is compared with fill^k of its own fill. All ids are random u64.
 */
export function measureExcess(plan: CalibrationPlan): MeasuredExcess {
  const { bits, hashes, filters, probes, seed } = plan;
  const n = Math.round((bits * Math.LN2) / (hashes + 0.5));
  const ids = randomIds(random('calibration', seed, String(hashes)));
  let sum = 0;
  let sumOfSquares = 0;
  let noise = 0;
  for (let i = 0; i < filters; i++) {
    const { ratio, variance } = ratioOfOne(new BloomFilter({ bits, hashes }), ids, n, probes);
    sum += ratio;
    sumOfSquares += ratio ** 2;
    noise += variance;
  }
  const mean = sum / filters;
  const variance = (sumOfSquares - filters * mean ** 2) / (filters - 1);
  return {
    n,
    mean: n * (mean - 1),
    standardError: n * Math.sqrt(variance / filters),
    spread: n * Math.sqrt(Math.max(0, variance - noise / filters)),
  };
}

/** The rate of one filter over fill^k, and the variance that the finite number of probes gives. */
function ratioOfOne(filter: BloomFilter, ids: IdStream, n: number, probes: number) {
  forEachBlock(ids, n, (block) => filter.addMany(block));
  const expected = rateFromFill(filter, filter.bitsSet);
  const rate = countPassing(filter, ids, probes) / probes;
  return { ratio: rate / expected, variance: (rate * (1 - rate)) / probes / expected ** 2 };
}
