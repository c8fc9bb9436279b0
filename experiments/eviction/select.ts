import type { Row } from '../../src/lab/experiment.ts';
import type { Interval } from '../../src/stats/clopper-pearson.ts';
import { pooledRateInterval } from '../../src/stats/pooled-rate.ts';
import { find, num, sum, where } from '../rows.ts';
import type { Condition } from './plan.ts';

/** All rounds of one condition together. */
export interface Kept {
  readonly rounds: number;
  readonly reads: number;
  /** Share of the reads of hot keys that hit. */
  readonly hitRatio: number;
  /** Of 95 % over the rounds, since reads of one round are not independent; one round has none. */
  readonly interval?: Interval;
  /** Share of the hot keys that are left, mean of the rounds. */
  readonly leftShare: number;
  readonly evicted: number;
  readonly refused: number;
  readonly sentinels: number;
}

/** The rounds with these values, or `undefined` where the run has none. */
export function kept(rows: readonly Row[], values: Partial<Condition>): Kept | undefined {
  const chosen = where(rows, { pass: 'round', ...usual, ...values });
  if (chosen.length === 0) return undefined;
  const [reads, hits] = [sum(chosen, 'reads'), sum(chosen, 'hits')];
  return {
    ...intervalOf(chosen),
    ...{ rounds: chosen.length, reads, hitRatio: hits / reads },
    leftShare: sum(chosen, 'hotLeft') / sum(chosen, 'hot'),
    ...{ evicted: sum(chosen, 'evicted'), refused: sum(chosen, 'refused') },
    sentinels: sum(chosen, 'sentinels'),
  };
}

/** All rounds have equally many reads. */
function intervalOf(rounds: readonly Row[]): Pick<Kept, 'interval'> {
  if (rounds.length < 2) return {};
  const hits = rounds.map((row) => num(row, 'hits'));
  return { interval: pooledRateInterval(hits, num(rounds[0]!, 'reads'), 0.95) };
}

const usual = { readBefore: false, policySet: 'before loading', pace: 'paced' } as const;

/** The policies of the run from the one that keeps most hot reads to the one that keeps least. */
export function ranking(rows: readonly Row[], hotTtl: boolean): (Kept & { policy: string })[] {
  const policies = new Set(where(rows, { pass: 'round', hotTtl }).map((row) => String(row.policy)));
  return [...policies]
    .filter((policy) => policy !== 'none')
    .map((policy) => ({
      policy,
      ...kept(rows, { policy: policy as Condition['policy'], hotTtl })!,
    }))
    .toSorted((a, b) => b.hitRatio - a.hitRatio);
}

/** In how many rounds no policy of the ranking kept more hot reads than the one before it. */
export function roundsInOrder(rows: readonly Row[], hotTtl: boolean): number {
  const order = ranking(rows, hotTtl).map(({ policy }) => policy);
  const rounds = [...new Set(where(rows, { pass: 'round' }).map((row) => row.round))];
  return rounds.filter((round) => {
    const hits = order.map((policy) =>
      num(find(rows, { pass: 'round', round: round!, policy, hotTtl, ...usual })!, 'hits'),
    );
    return hits.every((count, place) => place === 0 || count <= hits[place - 1]!);
  }).length;
}

/** Rounds and pace, for what is said of them. */
export function floodWords(rows: readonly Row[]): string {
  const paced = where(rows, { pass: 'round', pace: 'paced' });
  const rates = paced.map((row) => num(row, 'sentinelsPerSecond'));
  const [least, most] = [Math.min(...rates), Math.max(...rates)].map(Math.round);
  const rounds = new Set(paced.map((row) => row.round)).size;
  return (
    `${rounds} rounds, ${paced[0]!.sentinels} sentinels at ` +
    `${least === most ? least : `${least} … ${most}`}/s on ${paced[0]!.hot} hot keys, one random ` +
    'hot read for ten sentinels, a hot key that is missed is written back'
  );
}
