import { KEY_PREFIX } from '../../src/funnel/sku-cache.ts';
import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { integer, num } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import type { Parameters } from './plan.ts';
import { exact } from './select.ts';

/** What the null sentinel alone does and leaves behind. */
export function sentinelVerdicts(rows: readonly Row[], { skus }: Parameters): Verdict[] {
  return [
    oneKeyAnId(rows),
    oneKeyRemains(rows, skus + 100),
    everyRequestReachesMysql(rows),
    cacheIsUseless(rows),
    stopsRepeats(rows),
    keyOfTheNextId(rows, skus + 1),
    lifetime(rows),
    secondRequest(rows),
  ];
}

function oneKeyAnId(rows: readonly Row[]): Verdict {
  const [repeat, random] = [exact(rows, 'repeat', 'sentinel'), exact(rows, 'random', 'sentinel')];
  const sentinels = num(random, 'sets') - num(random, 'db-hit');
  const word = holdsOr(repeat.ourKeys === 1 && sentinels === random.distinctAbsent);
  return verdict('S0-01', 'run', {
    word: random.distinctAbsent === 0 ? 'unproven' : word,
    measured:
      `${integer(num(repeat, 'requests'))} requests for one id: ${repeat.ourKeys} key; for ` +
      `${integer(num(random, 'distinctAbsent'))} distinct absent ids: ${integer(sentinels)} sentinels`,
    expected: 'one key for each distinct absent id',
  });
}

function oneKeyRemains(rows: readonly Row[], id: number): Verdict {
  const row = exact(rows, 'one absent id, 100 times', 'sentinel');
  return verdict('S0-37', 'run', {
    word: holdsOr(row.ourKeys === 1 && row.firstSentinel === `${KEY_PREFIX}${id} = __nil__`),
    measured: `${row.firstSentinel}, ${row.ourKeys} key, TTL ${row.ttlSecondsMin} s`,
    expected: `one sentinel for ${id}`,
  });
}

function everyRequestReachesMysql(rows: readonly Row[]): Verdict {
  const row = exact(rows, 'repeat', 'none');
  return verdict('S1-01', 'run', {
    word: holdsOr(row.selects === row.requests),
    measured: `${integer(num(row, 'selects'))} SELECTs for ${integer(num(row, 'requests'))} requests`,
    expected: 'as many SELECTs as requests',
  });
}

function cacheIsUseless(rows: readonly Row[]): Verdict {
  const row = exact(rows, 'repeat', 'none');
  const hits = num(row, 'cache-hit') + num(row, 'sentinel-hit');
  return verdict('S1-02', 'run', {
    word: holdsOr(hits === 0 && row.gets === row.requests),
    measured: `${hits} hits in ${integer(num(row, 'gets'))} GETs`,
    expected: 'no hit',
  });
}

function stopsRepeats(rows: readonly Row[]): Verdict {
  const row = exact(rows, 'repeat', 'sentinel');
  return verdict('S1-07', 'run', {
    word: holdsOr(row['db-miss'] === 1 && row.selects === 1),
    measured: `${row.selects} SELECT for ${integer(num(row, 'requests'))} requests, the rest hit the sentinel`,
    expected: 'one SELECT',
  });
}

function keyOfTheNextId(rows: readonly Row[], id: number): Verdict {
  const expected = `${KEY_PREFIX}${id} = __nil__`;
  const without = exact(rows, 'the id after the last, twice', 'sentinel');
  const withFilter = exact(rows, 'the id after the last, twice', 'both');
  return verdict('S1-24', 'run', {
    word: holdsOr(without.firstSentinel === expected),
    measured: `${without.firstSentinel}; with the filter in front: ${withFilter.firstSentinel}`,
    expected,
  });
}

function lifetime(rows: readonly Row[]): Verdict {
  const one = exact(rows, 'the id after the last, twice', 'sentinel');
  const many = exact(rows, 'a thousand absent ids, once', 'sentinel');
  const [least, most] = [num(many, 'ttlSecondsMin'), num(many, 'ttlSecondsMax')];
  // A second may have passed between the write and the look, some for a thousand.
  const holds = num(one, 'ttlSecondsMin') >= 59 && num(one, 'ttlSecondsMax') <= 90 && most <= 90;
  return verdict('S1-25', 'run', {
    word: holdsOr(holds),
    measured: `${one.ttlSecondsMin} s for this key; ${least} … ${most} s left for 1,000 sentinels`,
    expected: '60 … 90 s when written, so 84 s is one of many',
  });
}

function secondRequest(rows: readonly Row[]): Verdict {
  const row = exact(rows, 'the id after the last, twice', 'sentinel');
  return verdict('S1-28', 'run', {
    word: holdsOr(row.selects === 1 && row['sentinel-hit'] === 1),
    measured: `${row.selects} SELECT for two requests, ${row['sentinel-hit']} sentinel-hit`,
    expected: 'one SELECT, one sentinel-hit',
  });
}
