import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, percentRange, where } from '../rows.ts';
import { verdict } from '../verdict.ts';
import { floodWords, type Kept, kept, ranking, roundsInOrder } from './select.ts';

export function evictionVerdicts(rows: readonly Row[]): Verdict[] {
  return [startsEviction(rows), pushesOutHotKeys(rows)];
}

/** Both kinds of hot keys of a policy. */
function evictedAndRefused(rows: readonly Row[], policy: string) {
  const chosen = where(rows, { pass: 'round', policy });
  const total = (column: string) => chosen.reduce((sum, row) => sum + Number(row[column]), 0);
  return {
    rounds: chosen.length,
    evicted: total('evicted'),
    refused: total('refused'),
    sentinels: total('sentinels'),
  };
}

function startsEviction(rows: readonly Row[]): Verdict {
  const [unlimited, refusing] = ['none', 'noeviction'].map((policy) =>
    evictedAndRefused(rows, policy),
  ) as [Counted, Counted];
  const evicting = ranking(rows, true).filter(({ evicted }) => evicted > 0);
  const never = unlimited.evicted === 0 && refusing.evicted === 0;
  const some = refusing.rounds === 0 ? 'unproven' : never ? 'conditional' : 'reproduced';
  const word = evicting.length === 0 ? (pressed(rows) ? 'refuted' : 'unproven') : some;
  const funnel = find(rows, { pass: 'funnel', policy: 'noeviction' })!;
  return verdict('S2-04', 'run', {
    word,
    measured:
      `${word === 'conditional' ? 'only with maxmemory and a policy that evicts: ' : ''}without ` +
      `maxmemory ${unlimited.evicted} evicted; noeviction, the default, ${refusing.evicted} evicted and ` +
      `${integer(refusing.refused)} of ${integer(refusing.sentinels)} writes refused; ` +
      (evicting.map(({ policy, evicted }) => `${policy} ${integer(evicted)} evicted`).join(', ') ||
        'no other policy evicted a key') +
      `. Where writes are refused values are not cached either: a row and an absent id, each ` +
      `asked for twice, are ${funnel.whileFull}. ${floodWords(rows)}`,
    expected: 'only if maxmemory is set and the policy evicts; by default writes are refused',
  });
}

type Counted = ReturnType<typeof evictedAndRefused>;

/** Some policy that evicts was tried, and memory did end. */
function pressed(rows: readonly Row[]): boolean {
  const limited = where(rows, { pass: 'round' }).filter(({ policy }) => policy !== 'none');
  const ended = limited.some((row) => num(row, 'evicted') + num(row, 'refused') > 0);
  return ended && limited.some(({ policy }) => policy !== 'noeviction');
}

function pushesOutHotKeys(rows: readonly Row[]): Verdict {
  const [without, withTtl] = [ranking(rows, false), ranking(rows, true)];
  const all = [...without, ...withTtl];
  const [losing, keeping] = [
    all.filter(({ hitRatio }) => hitRatio < 1),
    all.filter(({ hitRatio }) => hitRatio === 1),
  ];
  const some = keeping.length > 0 ? 'conditional' : 'reproduced';
  return verdict('S2-05', 'run', {
    word: losing.length === 0 ? (pressed(rows) ? 'refuted' : 'unproven') : some,
    measured:
      `by the policy; hot reads that hit, hot keys without TTL: ${inOrder(without)}, in this ` +
      `order in ${inRounds(rows, false)}. With TTL: ${inOrder(withTtl)}, in this order in ` +
      `${inRounds(rows, true)}. ${changes(rows)}${floodWords(rows)}; intervals of ` +
      'Student over the rounds, 95 %, or of Clopper–Pearson over the reads where that is wider',
    expected:
      'the order: volatile-* keep hot keys without TTL, volatile-ttl those with one too; lfu ' +
      'keeps more than lru and random',
  });
}

function inRounds(rows: readonly Row[], hotTtl: boolean): string {
  return `${roundsInOrder(rows, hotTtl)} of ${ranking(rows, hotTtl)[0]!.rounds} rounds`;
}

/** `all by noeviction and volatile-ttl, allkeys-lfu 82.6 % […], …` from most to least. */
function inOrder(policies: readonly (Kept & { policy: string })[]): string {
  const whole = policies.filter(({ hitRatio }) => hitRatio === 1).map(({ policy }) => policy);
  const rest = policies.filter(({ hitRatio }) => hitRatio < 1);
  const kept = whole.length === 0 ? [] : [`all by ${whole.join(', ')}`];
  return (
    [...kept, ...rest.map((one) => `${one.policy} ${hits(one)}`)].join('; ') +
    ` (n = ${integer(policies[0]!.reads)} each)`
  );
}

function hits({ hitRatio, interval }: Kept): string {
  const between = interval === undefined ? '' : ` [${percentRange(interval)}]`;
  return `${percent(hitRatio, 3)}${between}`;
}

/** What else decides: reads before the flood, the policy in force while loading, the pace. */
function changes(rows: readonly Row[]): string {
  const lru = { policy: 'allkeys-lru', hotTtl: false } as const;
  const lfu = { policy: 'allkeys-lfu', hotTtl: false } as const;
  const variants = [
    ['allkeys-lfu with five reads of each before', kept(rows, { ...lfu, readBefore: true })],
    ['allkeys-lfu set after loading', kept(rows, { ...lfu, policySet: 'after loading' })],
    ['allkeys-lru with five reads of each before', kept(rows, { ...lru, readBefore: true })],
    ['allkeys-lru at full speed', kept(rows, { ...lru, pace: 'at once' })],
  ] as const;
  const known = variants.flatMap(([name, one]) =>
    one === undefined ? [] : `${name} ${hits(one)}`,
  );
  return known.length === 0 ? '' : `Without TTL also: ${known.join(', ')}. `;
}
