import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, sum, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { endedEarly, lasted } from './select.ts';

/** What the life of a sentinel costs, and what it is. */
export function lifeVerdicts(rows: readonly Row[]): Verdict[] {
  return [
    isState('S0-14', rows),
    onceAMinute(rows),
    invisible(rows),
    onceASecond(rows),
    visibleAfterSixty(rows),
    sixtyToNinety(rows),
    anyScale(rows),
    isState('S1-30', rows),
    noLeak(rows),
    atMostOneQuery(rows),
    noJitter(rows),
  ];
}

/** S0 says that sentinels are state, S1 that they are not. */
function isState(claim: 'S0-14' | 'S1-30', rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'ttl', jitter: 0.5 })!;
  const [keys, bytes] = [num(row, 'keys'), num(row, 'usedMemoryBytes')];
  const state = keys >= num(row, 'written') && bytes > 0;
  return verdict(claim, 'run', {
    word: holdsOr(state === (claim === 'S0-14')),
    measured:
      `${integer(num(row, 'written'))} missing ids leave ${integer(keys)} keys and ` +
      `${integer(bytes)} bytes in Redis: ${state ? 'state' : 'no state'}`,
    expected: 'state: one key for each missing id; S0 calls it so and S1 stateless',
  });
}

function again(rows: readonly Row[]): Row {
  return find(rows, { pass: 'group', group: 'again and again' })!;
}

/** `114 times, 1.077 s after the last time on average and 1.005 s at least` */
function gaps(row: Row): string {
  if (row.gaps === 0) return 'never again in this time';
  return (
    `${integer(num(row, 'gaps'))} times again, ${num(row, 'gapMeanSeconds').toFixed(3)} s after ` +
    `the last time on average and ${num(row, 'gapShortestSeconds').toFixed(3)} s at least`
  );
}

/** What the passes of an id show, in front of {@link gaps}. */
function passes(row: Row): string {
  if (num(row, 'gaps') < num(row, 'ids')) return 'too short to tell';
  return endedEarly(row) ? 'more often than once a TTL' : 'once a TTL';
}

function onceAMinute(rows: readonly Row[]): Verdict {
  const row = again(rows);
  const word = endedEarly(row) ? 'reproduced' : 'refuted';
  return verdict('S1-18', 'run', {
    word: num(row, 'gaps') < num(row, 'ids') ? 'unproven' : word,
    measured:
      `${passes(row)}: with a TTL of ${row.baseSeconds} s ${integer(num(row, 'ids'))} ids ` +
      `that are asked for all the time pass ${gaps(row)}; once in ten minutes is 0.1 a minute`,
    expected: 'one in ten minutes',
  });
}

function onceASecond(rows: readonly Row[]): Verdict {
  const row = again(rows);
  const seen = num(row, 'gaps') >= num(row, 'ids');
  const perSecond = seen ? 1 / num(row, 'gapMeanSeconds') : 0;
  // Fewer pass where the machine answers late, and that is not the TTL's doing.
  const word = perSecond > 1.02 ? 'refuted' : holdsOr(perSecond > 0.8, 'unproven');
  return verdict('S1-20', 'run', {
    word: seen ? word : 'unproven',
    measured:
      `${perSecond.toFixed(3)} a second for an id that is asked for all the time: passed ` +
      `${gaps(row)} (n = ${integer(num(row, 'ids'))} ids, TTL 1 s without jitter, loads joined); ` +
      'requests that come together are another experiment’s',
    expected: '1/(T + 1/λ), a little below one a second',
  });
}

function atMostOneQuery(rows: readonly Row[]): Verdict {
  const row = again(rows);
  const word = endedEarly(row) ? 'refuted' : 'conditional';
  return verdict('S2-22', 'run', {
    word: num(row, 'gaps') < num(row, 'ids') ? 'unproven' : word,
    measured:
      `${passes(row)}: ${integer(num(row, 'ids'))} absent ids passed ` +
      `${gaps(row)}, with a null of ${row.baseSeconds} s; once in two minutes is 30 an ` +
      'hour, when requests come one by one or their loads are joined',
    expected: 'one for each TTL',
  });
}

function invisible(rows: readonly Row[]): Verdict {
  const [sql, funnel] = ['SQL', 'funnel'].map((way) => find(rows, { pass: 'visible', way })!);
  const word = funnel!.wrong404s === 0 ? 'conditional' : 'reproduced';
  return verdict('S1-19', 'run', {
    word: !allSeen(sql!) ? 'unproven' : isHidden(sql!) ? word : 'refuted',
    measured:
      `inserted by SQL: ${delays(sql!)}; inserted by the funnel, which writes the entry: ` +
      `${funnel!.wrong404s} wrong 404s for ${funnel!.inserted} rows`,
    expected:
      'up to the TTL and its jitter, 15 minutes for ten; 0 when the insert writes the entry',
  });
}

/** Sentinels are some moments older than the rows, and hide them for the rest of their TTL. */
function isHidden(row: Row): boolean {
  return num(row, 'delaySecondsMax') > num(row, 'baseSeconds') / 2;
}

function allSeen(row: Row): boolean {
  return row.seen === row.inserted;
}

function delays(row: Row): string {
  if (row.seen === 0) return 'not one row was seen in this time';
  return (
    `${row.seen} of ${row.inserted} rows were seen after ` +
    `${num(row, 'delaySecondsMin').toFixed(2)} … ${num(row, 'delaySecondsMax').toFixed(2)} s ` +
    `where the TTL is ${row.baseSeconds} s and jitter makes it up to ${row.ttlSecondsMax} s`
  );
}

function visibleAfterSixty(rows: readonly Row[]): Verdict {
  const sql = find(rows, { pass: 'visible', way: 'SQL' })!;
  const written = find(rows, { pass: 'ttl', jitter: 0.5 })!;
  const longest = num(written, 'ttlSecondsMax');
  // A poll and a query late it may be, but no longer.
  const late = num(sql, 'seen') > 0 && num(sql, 'delaySecondsMax') > num(sql, 'baseSeconds') + 0.5;
  return verdict('S1-21', 'run', {
    word: allSeen(sql) ? holdsOr(!late && longest <= 60) : 'unproven',
    measured:
      `${delays(sql)}; with 60 s the longest TTL of ${integer(num(written, 'ttlsIssued'))} ` +
      `is ${longest} s`,
    expected: 'up to 90 s by the article’s own jitter',
  });
}

/** Pearson's test wants so many in each cell. */
const leastACell = 5;

/** A fault of the spread would be far below, chance once in a thousand runs. */
const leastP = 1e-3;

function sixtyToNinety(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'ttl', jitter: 0.5 })!;
  const p = num(row, 'chiSquareP');
  const within = num(row, 'ttlSecondsMin') >= 60 && num(row, 'ttlSecondsMax') <= 90;
  const enough = num(row, 'ttlsIssued') >= leastACell * num(row, 'possibleTtls');
  return verdict('S1-26', 'run', {
    word: enough ? holdsOr(within && p >= leastP) : 'unproven',
    measured:
      `${integer(num(row, 'ttlsIssued'))} TTLs read back lie in ${row.ttlSecondsMin} … ` +
      `${row.ttlSecondsMax} s, mean ${num(row, 'meanTtlSeconds').toFixed(2)}; chi-square against ` +
      `an even spread over ${row.possibleTtls} whole seconds: p = ${p.toPrecision(2)}`,
    expected: 'whole seconds, even over 60 … 90, mean 75',
  });
}

function anyScale(rows: readonly Row[]): Verdict {
  const groups = where(rows, { pass: 'group' });
  const right = !groups.some(endedEarly);
  const ranges = where(groups, { group: 'range' });
  const alive = ranges.map((row) => num(row, 'requests') > 0 && num(row, 'aliveByTheory'));
  return verdict('S1-29', 'run', {
    word: !right ? 'refuted' : lasted(rows) ? 'conditional' : 'unproven',
    measured:
      `of ${groups.length} groups of ${integer(num(again(rows), 'ids'))} ids to unlimited many ` +
      `${groups.filter(endedEarly).length} had a sentinel that ended early; but at one rate, ` +
      'by λT/(1+λT), ' +
      ranges
        .map(
          (row, index) => `${integer(num(row, 'ids'))} ids keep ${integer(Number(alive[index]))}`,
        )
        .join(', ') +
      ' sentinels alive: the memory follows the ids asked for, not the SKUs',
    expected: 'right answers at any scale, memory by the ids asked for',
  });
}

/** What slips past a sentinel is a request within its TTL that reaches MySQL. */
function noLeak(rows: readonly Row[]): Verdict {
  const flood = find(rows, { pass: 'flood' })!;
  const groups = where(rows, { pass: 'group' });
  const samples = where(rows, { pass: 'over time' });
  const late = samples.slice(Math.floor(samples.length / 2));
  const mean = (column: string) => integer(sum(late, column) / late.length);
  const early = groups.filter(endedEarly).length;
  const lost = num(flood, 'aliveFound') < num(flood, 'aliveLeast');
  const word = early > 0 || lost ? 'refuted' : 'conditional';
  return verdict('S1-33', 'run', {
    word: lasted(rows) ? word : 'unproven',
    measured:
      `the article asks for one id once, which says nothing; here ids passed within the TTL of ` +
      `their entry in ${early} of ${groups.length} groups, and ${integer(sum(groups, 'gaps'))} ` +
      `times again at its end. After the flood Redis has ${integer(num(flood, 'aliveFound'))} ` +
      `keys, where ${integer(num(flood, 'aliveLeast'))} … ${integer(num(flood, 'aliveMost'))} of ` +
      `those written have not ended; meanwhile it counts ${mean('keys')} where ` +
      `${mean('alive')} are alive (means of the second half)`,
    expected: 'none within the TTL, each id again at its end; expired keys are removed late',
  });
}

function noJitter(rows: readonly Row[]): Verdict {
  const [plain, spread] = [0, 0.5].map((jitter) => find(rows, { pass: 'bulk', jitter })!);
  const [none, some] = [0, 0.5].map((jitter) => find(rows, { pass: 'ttl', jitter })!);
  const peaks = [plain!, spread!].map((row) => num(row, 'peakQueriesPer100Ms'));
  // Not by the queries, which follow the requests and the machine as well.
  const together = num(none!, 'peakPer100Ms') > num(some!, 'peakPer100Ms');
  const word = together ? 'conditional' : 'reproduced';
  return verdict('S4-09', 'run', {
    word: peaks[0] === 0 ? 'unproven' : word,
    measured:
      `${together ? 'what is loaded together ends together: ' : ''}after ${integer(num(plain!, 'loaded'))} values of ` +
      `${plain!.baseSeconds} s MySQL gets up to ${peaks[0]} queries in 100 ms, and ${peaks[1]} ` +
      `where jitter gives two lives instead of one; of ${integer(num(none!, 'ttlsIssued'))} ` +
      `sentinels up to ${integer(num(none!, 'peakPer100Ms'))} end in the same 100 ms, and ` +
      `${integer(num(some!, 'peakPer100Ms'))} with the ${some!.possibleTtls} lives of 60 … 90 s`,
    expected: 'without jitter what was loaded together expires together',
  });
}
