import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, percentRange, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { articleGroup, lasted, missed, ttlSweep } from './select.ts';

/** What random ids do to sentinels. */
export function attackVerdicts(rows: readonly Row[]): Verdict[] {
  return [
    eachIdOnce(rows),
    idsThatDoNotExist(rows),
    unpierced(rows),
    costMoves(rows),
    alwaysNew(rows),
    shortLives(rows),
    ofNoUse(rows),
  ];
}

/** The attack that article S1 speaks of: 10,000 requests a second for 10^6 ids. */
const attack = { ratePerSecond: 10_000, ids: 1e6, present: 200_000 };

/** Queries a second for so many ids of the attack by renewal theory. */
function queries(ids: number, ttlSeconds: number): number {
  const perId = attack.ratePerSecond / attack.ids;
  return (ids * perId) / (1 + perId * ttlSeconds);
}

/** The article's TTLs: 75 s on average for sentinels and 375 s for values. */
const attackQueries = {
  absent: queries(attack.ids - attack.present, 75),
  present: queries(attack.present, 375),
};

/** Share of the attack on absent ids that is absorbed. */
function absorbed(ttlSeconds: number): number {
  const load = (attack.ratePerSecond / attack.ids) * ttlSeconds;
  return load / (1 + load);
}

/** `41.5 % [37.4 % … 45.7 %] of 1,179 requests` */
function share(row: Row): string {
  return (
    `${percent(num(row, 'absorbed'), 3)} ${intervalOf(row)} of ` +
    `${integer(num(row, 'requests'))} requests`
  );
}

function intervalOf(row: Row): string {
  const [low, high] = [num(row, 'absorbedLow'), num(row, 'absorbedHigh')];
  return `[${percentRange({ low, high })}]`;
}

const method =
  'Intervals of 95 % for all groups together, over blocks of ids; Poisson arrivals, ' +
  'times 30 times shorter than the article’s';

function eachIdOnce(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'draws', range: 1e6 })!;
  const [draws, distinct] = [num(row, 'draws'), num(row, 'distinct')];
  return verdict('S1-05', 'census', {
    word: holdsOr(distinct === draws),
    measured:
      `${integer(draws)} draws from 1 … 10^6 give ${integer(distinct)} distinct ids, ` +
      `${percent(1 - distinct / draws, 3)} are repeats; R(1-(1-1/R)^n) is ` +
      integer(num(row, 'distinctByTheory')),
    expected: '632,121 of 10^6 by theory',
  });
}

function idsThatDoNotExist(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'draws', range: 1e6 })!;
  const [draws, present] = [num(row, 'draws'), num(row, 'present')];
  return verdict('S1-06', 'census', {
    word: holdsOr(present === 0),
    measured:
      `${integer(present)} of ${integer(draws)} draws from 1 … 10^6 are ids that exist, ` +
      percent(present / draws, 3),
    expected: '20 % with 200,000 SKUs',
  });
}

/** An attack is held off where hardly a tenth of it gets through. */
const piercedShare = 0.1;

function unpierced(rows: readonly Row[]): Verdict {
  const [row, present, unlimited] = [
    articleGroup(rows),
    find(rows, { pass: 'group', group: 'present' })!,
    find(rows, { pass: 'group', group: 'unlimited' })!,
  ];
  const through = [1 - num(row, 'absorbedHigh'), 1 - num(row, 'absorbedLow')] as const;
  const word =
    through[0] > piercedShare ? 'refuted' : holdsOr(through[1] < piercedShare, 'unproven');
  const rate = (name: string, ...of: Row[]) =>
    of.reduce((sum, one) => sum + num(one, name), 0).toFixed(1);
  return verdict('S1-22', 'run', {
    word: lasted(rows) ? word : 'unproven',
    measured:
      `the limit is one a TTL for each id: at λT = ${num(row, 'load').toFixed(2)} ${share(row)} ` +
      `are absorbed (λT/(1+λT) is ${percent(num(row, 'absorbedByTheory'), 3)}), of unlimited ids ` +
      `${share(unlimited)}. MySQL answers ${rate('queriesPerSecond', row)} queries/s for the ` +
      `absent ids (theory ${rate('queriesByTheory', row)}), with a fifth of the ids present ` +
      `${rate('queriesPerSecond', row, present)} (${rate('queriesByTheory', row, present)}); at ` +
      `10,000 requests/s for 10^6 ids that is ${integer(attackQueries.absent)} and, with values ` +
      `of 375 s, ${integer(attackQueries.absent + attackQueries.present)} queries/s. ${method}`,
    interval: intervalOf(row),
    expected: 'λT/(1+λT): 42.9 % of 10^6 ids, 7 % of 10^7; 4,571 and 4,992 queries/s',
  });
}

function costMoves(rows: readonly Row[]): Verdict {
  const sweep = ttlSweep(rows);
  const [short, long] = [sweep[0]!, sweep.at(-1)!];
  const less = num(long, 'absorbedLow') > num(short, 'absorbedHigh');
  const more = num(long, 'absorbedHigh') < num(short, 'absorbedLow');
  const off = missed(sweep).length;
  return verdict('S1-23', 'run', {
    word: more ? 'refuted' : holdsOr(less && off === 0 && lasted(rows), 'unproven'),
    measured:
      sweep
        .map(
          (row) =>
            `mean TTL ${num(row, 'meanTtlSeconds').toFixed(2)} s: ` +
            `${num(row, 'queriesPerSecond').toFixed(1)} queries/s, N/(T+1/λ) is ` +
            num(row, 'queriesByTheory').toFixed(1),
        )
        .join('; ') +
      `; absorbed ${sweep.map(intervalOf).join(', ')}, ${off} outside theory. ${method}`,
    expected: 'queries fall as 1/(T + 1/λ) for each id',
  });
}

function alwaysNew(rows: readonly Row[]): Verdict {
  const draws = where(rows, { pass: 'draws' });
  const shares = draws.map((row) => num(row, 'distinct') / num(row, 'draws'));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const word = most < 0.99 ? 'refuted' : 'conditional';
  return verdict('S2-25', 'census', {
    word: least > 0.99 ? 'reproduced' : word,
    measured:
      `new among ${integer(num(draws[0]!, 'draws'))} random ids: ` +
      draws
        .map(
          (row, index) =>
            `${percent(shares[index]!, 5)} of 1 … 10^${Math.round(Math.log10(num(row, 'range')))}`,
        )
        .join(', '),
    expected: '63 % of 10^6, 95 % of 10^7, all of an unlimited range',
  });
}

function shortLives(rows: readonly Row[]): Verdict {
  const off = missed(rows).length;
  const of = (seconds: number) =>
    `${seconds} s absorb ${percent(absorbed(seconds), 3)} and hide a new row for as long`;
  return verdict('S4-05', 'computed', {
    word: off === 0 && lasted(rows) ? 'conditional' : 'unproven',
    measured:
      `a trade: of 10,000 requests/s for 10^6 absent ids ${of(30)}, ${of(60)}, by λT/(1+λT), ` +
      `which ${off} of ${where(rows, { pass: 'group' }).length} groups miss; the code takes 30 s`,
    expected: 'a trade between queries and delay; 23.1 % and 37.5 %',
  });
}

function ofNoUse(rows: readonly Row[]): Verdict {
  const ranges = where(rows, { pass: 'group', group: 'range' });
  const unlimited = find(rows, { pass: 'group', group: 'unlimited' })!;
  const useful = Math.max(...ranges.map((row) => num(row, 'absorbedLow'))) > 0.5;
  const useless = num(unlimited, 'absorbedHigh') < 0.05;
  const off = missed(rows).length;
  return verdict('S4-08', 'run', {
    word: !(useless && lasted(rows)) ? 'unproven' : useful ? 'conditional' : 'reproduced',
    measured:
      ranges
        .map((row) => `λT ${num(row, 'load').toPrecision(2)}: ${percent(num(row, 'absorbed'), 3)}`)
        .join(', ') +
      ` absorbed, ${share(unlimited)} for unlimited ids; λT/(1+λT) is outside the interval of ` +
      `${off} of ${where(rows, { pass: 'group' }).length} groups. ${method}`,
    expected: 'λT/(1+λT): much of a small range, nothing of an unlimited one',
  });
}
