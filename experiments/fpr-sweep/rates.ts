import { approximateRate, classicRate, exactRate, rateFromFill } from '../../src/filters/theory.ts';
import { sidesOf } from '../../src/hashing/streams.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { pooledRateInterval } from '../../src/stats/pooled-rate.ts';
import { stable } from '../rows.ts';
import type { RateSpec } from './plan.ts';
import { subjectOf } from './subject.ts';

/** What one filter did. */
interface Tally {
  readonly bitsSet: number;
  /** Absent ids that passed. */
  readonly hits: number;
  /** Members that did not. */
  readonly lost: number;
}

/**
 * Fills filters and asks each for its members and for absent ids. Each filter has ids of its own,
 * and no id is both a member and asked as absent: of the streams' sides none is in both.
 */
export function ratesRow(spec: RateSpec, lab: Lab): Result {
  const { n, filters, probes, keys, scheme } = spec;
  const sides = () => sidesOf(keys, n, lab.random(keys, `${n}`, `${spec.bits}`, `${spec.hashes}`));
  const { members, probes: absent } = sides();
  const { members: again } = sides();
  const tallies = Array.from({ length: filters }, (): Tally => {
    const filter = subjectOf(scheme, spec);
    filter.addFrom(members, n);
    return {
      bitsSet: filter.bitsSet,
      lost: n - filter.countFrom(again, n),
      hits: filter.countFrom(absent, probes / filters),
    };
  });
  return { row: rateRow(spec, tallies) };
}

/** The row of a census or a sample: what was asked, what came out, what was predicted. */
export function rateRow(spec: RateSpec, tallies: readonly Tally[]): Row {
  const { series, filter, scheme, keys, n, capacity, p, bits, hashes, filters, probes } = spec;
  const total = (of: (tally: Tally) => number) => tallies.reduce((sum, t) => sum + of(t), 0);
  const fp = total((tally) => tally.hits);
  const fromFill = total((tally) => rateFromFill(spec, tally.bitsSet)) / filters;
  return {
    ...{ pass: 'rates', series, filter, scheme, keys, n, capacity, load: stable(n / capacity) },
    ...{ p, bits, hashes, filters, bitsSet: total((tally) => tally.bitsSet) },
    ...{ probes, fp, fn: total((tally) => tally.lost), rate: fp / probes },
    ...interval(spec, tallies, fp),
    approximate: stable(approximateRate(spec, n)),
    classic: stable(classicRate(spec, n)),
    exact: stable(exactRate(spec, n)),
    fromFill: stable(fromFill),
  };
}

/** Of one filter by its probes; of a scheme by its filters, since one filter is one draw of it. */
function interval({ filters, probes }: RateSpec, tallies: readonly Tally[], fp: number): Row {
  if (filters > 1 && fp > 0) {
    const hits = tallies.map((tally) => tally.hits);
    const { low, high } = pooledRateInterval(hits, probes / filters, 0.95);
    return { low: rounded(low), high: rounded(high), intervalOf: 'the scheme' };
  }
  const { low, high } = clopperPearson(fp, probes);
  const intervalOf = filters > 1 ? 'these filters' : 'this filter';
  return { low: rounded(low), high: rounded(high), intervalOf };
}

/** Six digits: more are not the same on all engines, and nobody needs more of an interval's end. */
export function rounded(end: number): number {
  return Number(end.toPrecision(6));
}
