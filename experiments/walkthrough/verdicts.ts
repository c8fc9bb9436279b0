import { SENTINEL } from '../../src/funnel/sku-cache.ts';
import { notComparable } from '../../src/lab/audit.ts';
import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, where } from '../rows.ts';
import { type Finding, holdsOr, verdict } from '../verdict.ts';
import { type Parameters, presets, walkedDefences } from './plan.ts';
import { attackName, attacksOn } from './select.ts';

/** What S0 prints for its 200,000 SKUs. */
const articleBloom =
  '{"enabled":true,"ready":true,"added":200000,"rejected":0,"bits":7188794,"hashes":10}';

/** A TTL is looked at some seconds after it was written. */
const slackSeconds = 30;

export function walkVerdicts(rows: readonly Row[], params: Parameters): Verdict[] {
  const articleSkus = params.skus === presets.quick.skus;
  return [
    verdict('S0-34', 'run', warmed(rows, articleSkus)),
    verdict('S0-40', 'run', filledIn(rows)),
    verdict('S1-12', 'run', missed(rows)),
    verdict('S1-14', 'run', tiers(rows)),
    verdict('S1-15', 'computed', grammar(rows)),
    verdict('S1-27', 'run', atScale(rows, articleSkus)),
    verdict('S1-31', 'run', countPlusOne(rows)),
    verdict('S1-32', 'run', shortCircuit(rows)),
  ];
}

/** What a finding says where a row that it needs is not there. */
function unproven(expected: string): Finding {
  return { word: 'unproven', measured: 'the run has no row of it that can be compared', expected };
}

function warmed(rows: readonly Row[], articleSkus: boolean): Finding {
  const row = find(rows, { pass: 'warm', defence: 'both' });
  if (row === undefined) return unproven(articleBloom);
  return {
    word: articleSkus ? holdsOr(row.bloom === articleBloom) : 'unproven',
    measured: `${row.bloom}; ${row.warmed} rows warmed (limit 1000)`,
    expected: articleBloom,
  };
}

function filledIn(rows: readonly Row[]): Finding {
  const attacks = where(rows, { pass: 'attack' });
  const complete =
    walkedDefences.every((defence) => attacksOn(rows, defence).length > 1) &&
    attacks.every((row) => row.lawsBroken === '');
  const told = walkedDefences.map((defence) => {
    const list = attacksOn(rows, defence).map((row) => `${attackName(row)}: ${figures(row)}`);
    return `${defence === 'both' ? 'with the filter' : 'the sentinel alone'}: ${list.join('; ')}`;
  });
  return {
    word: complete ? 'reproduced' : 'unproven',
    measured: `rejected / SELECTs / GETs / new keys, ${told.join(' | ')}`,
    expected: 'numbers for rejections, queries and keys, agreeing with the servers’ counters',
  };
}

function figures(row: Row): string {
  return ['rejected', 'selects', 'gets', 'keys'].map((name) => integer(num(row, name))).join(' / ');
}

/** The two requests of S1 against the sentinel alone. */
function bothRequests(rows: readonly Row[]): readonly [Row, Row] | undefined {
  const [first, second] = [1, 2].map((request) =>
    find(rows, { pass: 'first requests', defence: 'sentinel', request }),
  );
  if (!first || !second) return undefined;
  // Commands of others would be taken for those of the service.
  const others = [first, second].some((row) => row.lawsBroken === notComparable);
  return others ? undefined : [first, second];
}

function leavesSentinel(first: Row): boolean {
  return first.statuses === '404' && first.value === SENTINEL && first.selects === 1;
}

function missed(rows: readonly Row[]): Finding {
  const expected = 'one SELECT, a sentinel, 404';
  const requests = bothRequests(rows);
  if (requests === undefined) return unproven(expected);
  const [first] = requests;
  return {
    word: holdsOr(leavesSentinel(first) && first.sets === 1),
    measured: `${first.selects} SELECT, ${first.key} = ${first.value}, ${first.statuses}`,
    expected,
  };
}

/** One command that sets value and life, and a life that differs from key to key. */
function setsOnce(first: Row, many: Row): boolean {
  const [least, most] = [num(many, 'ttlSecondsMin'), num(many, 'ttlSecondsMax')];
  const jittered = least >= 60 - slackSeconds && most > 60 && most <= 90 && least < most;
  return first.commands === 'get 1, set 1' && jittered;
}

function tiers(rows: readonly Row[]): Finding {
  const expected = 'sentinels end before values: 60 … 90 s against 300 … 450 s';
  const values = find(rows, { pass: 'warm', defence: 'sentinel' });
  const sentinels = find(rows, { pass: 'attack', defence: 'sentinel', attack: 'different' });
  if (!values || !sentinels) return unproven(expected);
  return {
    word: holdsOr(num(sentinels, 'ttlSecondsMax') < num(values, 'valueTtlSecondsMin')),
    measured:
      `left: sentinels ${sentinels.ttlSecondsMin} … ${sentinels.ttlSecondsMax} s ` +
      `(${sentinels.keys} keys), values ${values.valueTtlSecondsMin} … ` +
      `${values.valueTtlSecondsMax} s (${values.warmed} keys)`,
    expected,
  };
}

function grammar(rows: readonly Row[]): Finding {
  const expected = `${SENTINEL} is no JSON text`;
  const texts = where(rows, { pass: 'grammar' });
  const sentinel = find(texts, { text: SENTINEL });
  if (sentinel === undefined) return unproven(expected);
  const list = (parses: boolean) => where(texts, { parses }).map(({ text }) => `‘${text}’`);
  return {
    word: holdsOr(sentinel.parses === false),
    measured:
      `no JSON: ${list(false).join(', ')}; JSON: ${list(true).join(', ')}; ` +
      'it holds for as long as all values are JSON',
    expected,
  };
}

function atScale(rows: readonly Row[], articleSkus: boolean): Finding {
  const expected = 'with 200,000 SKUs a sentinel after the first request, used by the second';
  const requests = bothRequests(rows);
  if (requests === undefined) return unproven(expected);
  const [first, second] = requests;
  const holds = leavesSentinel(first) && second['sentinel-hit'] === 1;
  return {
    word: articleSkus ? holdsOr(holds) : 'unproven',
    measured: `${first.key} = ${first.value}; then ${second['sentinel-hit']} sentinel-hit`,
    expected,
  };
}

function countPlusOne(rows: readonly Row[]): Finding {
  const expected = '404 while the ids have no gap and nothing was inserted';
  const row = find(rows, { pass: 'count plus one' });
  if (row === undefined) return unproven(expected);
  const [before, after, gap] = String(row.statuses).split(', ');
  const always = after === '404' && gap === '404';
  return {
    word: before === '404' ? holdsOr(always, 'conditional') : 'refuted',
    measured:
      `${before} for id ${num(row, 'rows') + 1} of ${integer(num(row, 'rows'))} SKUs; ${after} ` +
      `once it was inserted; with row 1 deleted, ${gap} for id ${num(row, 'rowsWithGap') + 1}`,
    expected,
  };
}

function shortCircuit(rows: readonly Row[]): Finding {
  const expected = 'one SET with a TTL of 60 … 90 s at the miss; a GET and nothing else at the hit';
  const requests = bothRequests(rows);
  const many = find(rows, { pass: 'attack', defence: 'sentinel', attack: 'different' });
  if (!requests || !many) return unproven(expected);
  const [first, second] = requests;
  return {
    word: holdsOr(setsOnce(first, many) && hitAlone(second)),
    measured:
      `at the miss ${first.commands}, ${first.selects} SELECT; ${many.keys} TTLs left of ` +
      `${many.ttlSecondsMin} … ${many.ttlSecondsMax} s, so with a jitter that the summary leaves ` +
      `out; at the hit ${second.commands}, ${second.selects} SELECTs`,
    expected,
  };
}

function hitAlone(second: Row): boolean {
  return second.commands === 'get 1' && second.selects === 0 && second['sentinel-hit'] === 1;
}
