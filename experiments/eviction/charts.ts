import type { Chart, Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { integer, num, percent, sum, where } from '../rows.ts';
import { type Kept, kept, ranking } from './select.ts';

export function evictionCharts(rows: readonly Row[]): Chart[] {
  return [hitChart(rows), leftChart(rows), ...conditionsChart(rows), funnelChart(rows)];
}

const kinds = [
  { name: 'hot keys without TTL', hotTtl: false },
  { name: 'hot keys with TTL', hotTtl: true },
] as const;

const policyAxis = { title: 'maxmemory-policy', unit: '', scale: 'category' } as const;

/** One policy of each kind that keeps least, in words. */
function worst(rows: readonly Row[]): string {
  return kinds
    .map(({ name, hotTtl }) => {
      const last = ranking(rows, hotTtl).at(-1)!;
      return `${last.policy}, ${percent(last.hitRatio, 3)} of ${name}`;
    })
    .join(' and ');
}

function hitPoint(x: string, one: Kept): Point {
  const note = `${integer(one.reads)} reads in ${one.rounds} rounds`;
  return { x, y: one.hitRatio, ...one.interval, note };
}

function hitChart(rows: readonly Row[]): Chart {
  const whole = (hotTtl: boolean) =>
    ranking(rows, hotTtl)
      .filter(({ hitRatio }) => hitRatio === 1)
      .map(({ policy }) => policy)
      .join(', ');
  return {
    id: 'hits',
    title: 'Reads of hot keys that hit while sentinels flood a full Redis',
    lesson:
      `All hot reads hit, without TTL under ${whole(false) || 'no policy'}, with TTL under ` +
      `${whole(true) || 'no policy'}; least under ${worst(rows)}.`,
    x: policyAxis,
    y: { title: 'share of hot reads that hit', unit: '', scale: 'linear' },
    series: kinds.map(({ name, hotTtl }) => ({
      name,
      mark: 'bars',
      points: ranking(rows, hotTtl).map((one) => hitPoint(one.policy, one)),
    })),
    claims: ['S2-05'],
  };
}

function leftChart(rows: readonly Row[]): Chart {
  const refused = where(rows, { pass: 'round', policy: 'noeviction' });
  const writes = refused.map((row) => num(row, 'refused') / num(row, 'sentinels'));
  return {
    id: 'left',
    title: 'Hot keys that are left after the flood',
    lesson:
      writes.length === 0
        ? 'This run has no noeviction to compare with.'
        : `noeviction evicted ${sum(refused, 'evicted')} keys and refused ${percent(Math.min(...writes), 2)} … ` +
          `${percent(Math.max(...writes), 2)} of the sentinels instead.`,
    x: policyAxis,
    y: { title: 'share of the hot keys, mean of the rounds', unit: '', scale: 'linear' },
    series: kinds.map(({ name, hotTtl }) => ({
      name,
      mark: 'bars',
      points: ranking(rows, hotTtl).map(({ policy, leftShare }) => ({ x: policy, y: leftShare })),
    })),
    claims: ['S2-04'],
  };
}

/** Nothing where the run has neither of the two policies. */
function conditionsChart(rows: readonly Row[]): Chart[] {
  const of = (policy: 'allkeys-lru' | 'allkeys-lfu') => {
    const base = { policy, hotTtl: false };
    const variants = [
      ['as usual', kept(rows, base)],
      ['each read five times before', kept(rows, { ...base, readBefore: true })],
      ['policy set after loading', kept(rows, { ...base, policySet: 'after loading' })],
      ['at full speed', kept(rows, { ...base, pace: 'at once' })],
    ] as const;
    return variants.flatMap(([x, one]) => (one === undefined ? [] : [hitPoint(x, one)]));
  };
  const series = (['allkeys-lru', 'allkeys-lfu'] as const)
    .map((policy) => ({ name: policy, mark: 'bars' as const, points: of(policy) }))
    .filter(({ points }) => points.length > 0);
  if (series.length === 0) return [];
  return [
    {
      id: 'conditions',
      title: 'What else decides, for hot keys without a TTL',
      lesson: series
        .map(({ name, points }) => {
          const shares = points.map(({ y }) => Number(y));
          return (
            `${name}: ${percent(Math.min(...shares), 3)} … ${percent(Math.max(...shares), 3)} of ` +
            'the hot reads hit, by the conditions'
          );
        })
        .join('; '),
      x: { title: 'condition', unit: '', scale: 'category' },
      y: { title: 'share of hot reads that hit', unit: '', scale: 'linear' },
      series,
    },
  ];
}

function funnelChart(rows: readonly Row[]): Chart {
  const funnels = where(rows, { pass: 'funnel' });
  const lost = funnels.map(
    (row) => `${row.policy}, ${row.defence}: ${row.evicted} evicted, ${row.refused} refused`,
  );
  const lru = kept(rows, { policy: 'allkeys-lru', hotTtl: true });
  return {
    id: 'funnel',
    title: 'The same flood by requests through the whole funnel',
    lesson: `What the flood did to Redis: ${lost.join('; ')}.`,
    x: { title: 'policy and defence', unit: '', scale: 'category' },
    y: { title: 'share of hot reads that hit', unit: '', scale: 'linear' },
    series: [
      {
        name: 'through the funnel',
        mark: 'bars',
        points: funnels.map((row) => ({
          x: `${row.policy}, ${row.defence}`,
          y: num(row, 'hits') / num(row, 'reads'),
          note:
            `one flood, ${integer(num(row, 'reads'))} reads, ` +
            `${integer(num(row, 'sentinelsPerSecond'))} absent ids/s`,
        })),
      },
      ...(lru === undefined
        ? []
        : [
            {
              name: 'sentinels written by the cache’s writer',
              mark: 'bars' as const,
              points: [hitPoint('allkeys-lru, sentinel', lru)],
            },
          ]),
    ],
  };
}
