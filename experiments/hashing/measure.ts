import { gzipSync } from 'node:zlib';
import { exactRate, expectedFill, rateFromFill } from '../../src/filters/theory.ts';
import { SchemeFilter, type SchemeShape } from '../../src/hashing/filter.ts';
import type { Scheme } from '../../src/hashing/schemes.ts';
import type { Sides } from '../../src/hashing/streams.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { pooledRateInterval } from '../../src/stats/pooled-rate.ts';
import { stable } from '../rows.ts';

/** One filter, or several of one kind, filled and asked. */
export interface Asked {
  readonly scheme: Scheme;
  readonly shape: SchemeShape;
  /** Members of each filter. */
  readonly n: number;
  /** Absent keys that each filter is asked for. */
  readonly probes: number;
  /** Fresh streams of filter number `index`, the same at every call. */
  sides(index: number): Sides;
}

interface Counts {
  readonly bitsSet: number;
  readonly falseNegatives: number;
  readonly falsePositives: number;
}

/** Fills an empty filter, asks for all its members again, and for absent keys. */
function fillAndAsk(filter: SchemeFilter, { n, probes, sides }: Asked, index: number): Counts {
  const [once, again] = [sides(index), sides(index)];
  filter.clear();
  filter.addFrom(once.members, n);
  return {
    bitsSet: filter.bitsSet,
    falseNegatives: n - filter.countFrom(again.members, n),
    falsePositives: filter.countFrom(once.probes, probes),
  };
}

/** The columns that every count has, whatever the unit of its interval. */
function common({ scheme, shape, n, probes }: Asked, counts: readonly Counts[]): Row {
  const total = (of: (one: Counts) => number) => counts.reduce((sum, one) => sum + of(one), 0);
  const mean = (of: (one: Counts) => number) => stable(total(of) / counts.length);
  const falsePositives = total((one) => one.falsePositives);
  return {
    scheme: scheme.name,
    n,
    bits: shape.bits,
    hashes: shape.hashes,
    filters: counts.length,
    probes: probes * counts.length,
    falseNegatives: total((one) => one.falseNegatives),
    falsePositives,
    rate: stable(falsePositives / (probes * counts.length)),
    fill: mean((one) => one.bitsSet / shape.bits),
    fillExpected: stable(expectedFill(shape, n).mean),
    fromFill: mean((one) => rateFromFill(shape, one.bitsSet)),
    theory: stable(exactRate(shape, n)),
  };
}

/**
 * What gzip makes of the bits, against the entropy of independent bits at that fill. Level 6 is
 * the one of the command `gzip`; 9 takes ten times as long for a large filter with few bits set.
 */
export function compression(filter: SchemeFilter, level: 6 | 9 = 6): Row {
  const fill = filter.bitsSet / filter.bits;
  const entropy = [fill, 1 - fill].reduce((sum, q) => sum - (q > 0 ? q * Math.log2(q) : 0), 0);
  const gzipBytes = gzipSync(filter.bytes, { level }).length;
  return {
    entropyShare: stable(entropy),
    gzipBytes,
    gzipShare: stable(gzipBytes / filter.bytes.length),
  };
}

/** One filter; the Clopper–Pearson interval (95 %) speaks of this filter alone. */
export function askOne(asked: Asked): Row {
  const filter = new SchemeFilter(asked.scheme, asked.shape);
  const counts = fillAndAsk(filter, asked, 0);
  const { low, high } = clopperPearson(counts.falsePositives, asked.probes);
  const ends = { rateLow: stable(low), rateHigh: stable(high) };
  return { ...common(asked, [counts]), ...ends, ...compression(filter) };
}

/**
 * Many filters, of which each is one observation of the scheme; the interval is of 99.9 %. The last
 * filter is compressed; one of a few bytes is smaller than the header of gzip.
 */
export function askMany(asked: Asked, filters: number): Row {
  const filter = new SchemeFilter(asked.scheme, asked.shape);
  const counts = Array.from({ length: filters }, (_, index) => fillAndAsk(filter, asked, index));
  const hits = counts.map(({ falsePositives }) => falsePositives);
  const { low, high } = pooledRateInterval(hits, asked.probes, confidence);
  const ends = { rateLow: stable(low), rateHigh: stable(high) };
  return { ...common(asked, counts), ...ends, ...compression(filter) };
}

/** Of the intervals over filters: some forty of them are drawn side by side. */
const confidence = 0.999;
