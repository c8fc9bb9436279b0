import type { Row } from '../../src/lab/experiment.ts';
import { clopperPearson, type Interval } from '../../src/stats/clopper-pearson.ts';
import { meanInterval } from '../../src/stats/mean.ts';
import type { Line } from './lines.ts';
import { floodVariants, type Parameters } from './plan.ts';
import type { Tally } from './tally.ts';

/** What is known of one group of ids, and what renewal theory says of it. */
export function variantRow({ variant, tally, lives }: Line, params: Parameters): Row {
  const { group, baseSeconds, jitter, ids } = variant;
  const windowSeconds = params.seconds - params.warmUpSeconds;
  const requests = total(tally.requests);
  const hits = total(tally.hits);
  const perIdPerSecond = requests / windowSeconds / ids;
  const load = perIdPerSecond * lives.meanTtlSeconds;
  const interval = absorbedInterval(tally, floodVariants(params).length);
  return {
    ...{ pass: 'group', group, baseSeconds, jitter, ids, windowSeconds, requests, hits },
    ...{ meanTtlSeconds: lives.meanTtlSeconds, ttlsIssued: lives.count, load },
    ...{ absorbed: requests === 0 ? 0 : hits / requests, absorbedByTheory: load / (1 + load) },
    ...{ absorbedLow: interval.low, absorbedHigh: interval.high },
    queriesPerSecond: (requests - hits) / windowSeconds,
    queriesByTheory: requests / windowSeconds / (1 + load),
    aliveByTheory: (ids * load) / (1 + load),
    gaps: tally.gaps,
    ...(tally.gaps === 0
      ? {}
      : {
          gapMeanSeconds: tally.gapSumNs / tally.gaps / 1e9,
          gapShortestSeconds: tally.shortestNs / 1e9,
        }),
  };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * The wider of Student's interval over the blocks of ids, which are independent where requests for
 * one id are not, and Clopper–Pearson's over the requests, which says something also where no block
 * has a hit. All groups together hold with 95 %.
 */
function absorbedInterval({ requests, hits }: Tally, groups: number): Interval {
  const confidence = 1 - 0.05 / groups;
  const asked = requests.flatMap((count, block) => (count === 0 ? [] : [hits[block]! / count]));
  const pooled = clopperPearson(total(hits), total(requests), confidence);
  if (asked.length < 2) return { low: 0, high: 1 };
  const student = meanInterval(asked, confidence);
  return {
    low: Math.max(0, Math.min(student.low, pooled.low)),
    high: Math.min(1, Math.max(student.high, pooled.high)),
  };
}
