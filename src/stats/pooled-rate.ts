import { clopperPearson, type Interval } from './clopper-pearson.ts';
import { meanInterval } from './mean.ts';

/**
 * The interval of a mean rate over units (filters) of equally many probes: the wider of Student's
 * over the units and Clopper–Pearson's over all probes, so that it says something also where
 * hardly any unit has a hit.
 *
 * @param hits of each unit, two at least
 */
export function pooledRateInterval(
  hits: readonly number[],
  probesOfEach: number,
  confidence: number,
): Interval {
  const student = meanInterval(
    hits.map((count) => count / probesOfEach),
    confidence,
  );
  const all = hits.reduce((sum, count) => sum + count, 0);
  const pooled = clopperPearson(all, probesOfEach * hits.length, confidence);
  return {
    low: Math.max(0, Math.min(student.low, pooled.low)),
    high: Math.min(1, Math.max(student.high, pooled.high)),
  };
}
