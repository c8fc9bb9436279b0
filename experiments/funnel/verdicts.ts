import { notComparable } from '../../src/lab/audit.ts';
import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { integer, num, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import type { Parameters } from './plan.ts';
import { exact } from './select.ts';
import { sentinelVerdicts } from './sentinel-verdicts.ts';

/** Verdicts on what the servers counted; they say nothing where others used them too. */
const byServerCounters = ['S0-35', 'S0-36', 'S1-01', 'S1-02', 'S1-07', 'S1-11', 'S1-28'];

export function funnelVerdicts(rows: readonly Row[], params: Parameters): Verdict[] {
  const shared = rows.some((row) => row.lawsBroken === notComparable);
  return verdictsOf(rows, params).map((one) =>
    shared && byServerCounters.includes(one.claim)
      ? { ...one, verdict: 'unproven', measured: `${notComparable}; ${one.measured}` }
      : one,
  );
}

function verdictsOf(rows: readonly Row[], params: Parameters): Verdict[] {
  return [
    ...sentinelVerdicts(rows, params),
    rejectedWithoutRedis(rows, params),
    order(rows),
    rejectionsAsGain(rows),
    hundredRequests(rows),
    enumeration(rows),
    randomIds(rows),
    complement(rows),
  ];
}

/** The article names no number for "hardly any"; a filter that is full lets 1 in 1,000 through. */
const hardlyAny = 0.01;

/** Whether hardly any of the absent requests got past the filter; none says nothing. */
function hardly(passed: number, rejected: number): Verdict['verdict'] {
  return rejected === 0 ? 'unproven' : holdsOr(passed <= hardlyAny * rejected);
}

/** Absent ids in (largest id, range] that the filter lets through; each was asked twice. */
function passing(rows: readonly Row[]): number {
  return num(exact(rows, 'the false positives, twice', 'bloom'), 'requests') / 2;
}

function rejectedWithoutRedis(rows: readonly Row[], { skus, range }: Parameters): Verdict {
  const row = exact(rows, 'random', 'bloom');
  const absent = num(row, 'filter-reject') + num(row, 'db-miss');
  const { high } = clopperPearson(num(row, 'db-miss'), absent);
  const share = passing(rows) / (range - skus);
  const spared = num(row, 'gets') === num(row, 'requests') - num(row, 'filter-reject');
  const word = passing(rows) === 0 ? 'reproduced' : 'conditional';
  return verdict('S0-05', 'census', {
    word: spared ? word : 'refuted',
    measured:
      `all but ${passing(rows)} of the ${integer(range - skus)} absent ids up to ` +
      `${integer(range)} (${share.toExponential(1)}); in the run ${row['db-miss']} of ` +
      `${integer(absent)} absent requests passed`,
    interval: `run: at most ${high.toExponential(1)} (Clopper–Pearson, 95 %)`,
    expected: '4 of 9,800,000 with 200,000 SKUs; 7.2e-7 over many filters',
  });
}

function order(rows: readonly Row[]): Verdict {
  const passes = where(rows, { pass: 'exact' });
  const comparable = passes.filter((row) => row.lawsBroken !== notComparable);
  const holding = comparable.filter((row) => row.lawsBroken === '');
  const word = holdsOr(holding.length === comparable.length);
  return verdict('S0-29', 'run', {
    word: comparable.length === 0 ? 'unproven' : word,
    measured: `the laws of conservation hold in ${holding.length} of ${comparable.length} passes`,
    expected: 'in all',
  });
}

function rejectionsAsGain(rows: readonly Row[]): Verdict {
  const rejected = num(exact(rows, 'repeat', 'bloom'), 'filter-reject');
  const selects = num(exact(rows, 'repeat', 'sentinel'), 'selects');
  return verdict('S0-35', 'run', {
    word: selects < rejected ? 'conditional' : 'reproduced',
    measured:
      `against repeats the filter counts ${integer(rejected)} rejections, but the sentinel alone ` +
      `lets only ${selects} of these requests reach MySQL`,
    expected: 'rejections are no queries avoided where a sentinel would have answered',
  });
}

function hundredRequests(rows: readonly Row[]): Verdict {
  const row = exact(rows, 'one absent id, 100 times', 'bloom');
  const seen = [num(row, 'filter-reject'), num(row, 'gets'), num(row, 'selects')];
  return verdict('S0-36', 'run', {
    word: holdsOr(seen.join() === '100,0,0'),
    measured: `${seen[0]} rejections, ${seen[1]} GETs, ${seen[2]} SELECTs by the servers’ counters`,
    expected: '100, 0, 0',
  });
}

function enumeration(rows: readonly Row[]): Verdict {
  const row = exact(rows, 'random', 'both');
  const again = exact(rows, 'the false positives, twice', 'both');
  return verdict('S0-39', 'run', {
    word: hardly(num(row, 'db-miss'), num(row, 'filter-reject')),
    measured:
      `${integer(num(row, 'filter-reject'))} rejections, ${row['db-miss']} misses at MySQL, ` +
      `${integer(num(row, 'ourKeys') - num(row, 'db-hit'))} sentinels; all ${passing(rows)} false ` +
      `positives asked twice: ${again['db-miss']} misses, ${again.ourKeys} sentinels`,
    expected: '4 misses and 4 sentinels for every absent id up to 10^7, with 200,000 SKUs',
  });
}

function randomIds(rows: readonly Row[]): Verdict {
  const row = exact(rows, 'random', 'bloom');
  const present = num(row, 'cache-hit') + num(row, 'db-hit');
  const absentGets = num(row, 'gets') - present;
  return verdict('S1-08', 'run', {
    word: hardly(absentGets, num(row, 'filter-reject')),
    measured: `${integer(num(row, 'filter-reject'))} absent requests rejected, ${absentGets} reached Redis`,
    expected: 'none but false positives reach Redis',
  });
}

function complement(rows: readonly Row[]): Verdict {
  const selects = (traffic: 'random' | 'deleted', defence: 'sentinel' | 'bloom' | 'both') =>
    num(exact(rows, traffic, defence), 'selects');
  const [random, deleted] = (['random', 'deleted'] as const).map((traffic) => ({
    sentinel: selects(traffic, 'sentinel'),
    bloom: selects(traffic, 'bloom'),
    both: selects(traffic, 'both'),
  }));
  const holds =
    random!.bloom < random!.sentinel &&
    deleted!.sentinel < deleted!.bloom &&
    random!.both <= random!.bloom &&
    deleted!.both <= deleted!.sentinel;
  const inWords = (counts: typeof random) =>
    `${integer(counts!.sentinel)} with sentinels, ${integer(counts!.bloom)} with the filter, ${integer(counts!.both)} with both`;
  return verdict('S1-11', 'run', {
    word: holdsOr(holds),
    measured: `SELECTs, random ids: ${inWords(random)}; deleted ids: ${inWords(deleted)}`,
    expected: 'the filter is better against random ids, sentinels against deleted ones',
  });
}
