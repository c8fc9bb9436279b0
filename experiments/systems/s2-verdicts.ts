import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { find, integer, microseconds, num, percentRange, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { isCounted, measuredRow } from './select.ts';

const source = 'Redisson’s source of 2024, commit 017b8306';

export function s2Verdicts(rows: readonly Row[]): Verdict[] {
  return [
    emptyText(rows),
    layout(rows),
    toy(rows),
    loadedAtStart(rows),
    restart(rows),
    firstGate(rows),
    deletion(rows),
    deletedId(rows),
  ];
}

function emptyText(rows: readonly Row[]): Verdict {
  const row = measuredRow(rows, 'S2, as written', 'deleted')!;
  const [loads, stopped] = [num(row, 'db-miss'), num(row, 'sentinel-hit')];
  const ttls = [num(row, 'ttlSecondsMin'), num(row, 'ttlSecondsMax')];
  const holds =
    loads === num(row, 'distinctAbsent') && ttls.every((ttl) => ttl > 110 && ttl <= 120);
  return verdict('S2-02', 'run', {
    word: stopped === 0 ? 'unproven' : holdsOr(holds),
    measured:
      `${integer(num(row, 'requests'))} requests for ${integer(num(row, 'distinctAbsent'))} closed ` +
      `shops: ${integer(loads)} queries, ${integer(stopped)} stopped by "" in Redis, whose lives ` +
      `are ${ttls.join(' … ')} s, without jitter`,
    expected: 'one query each, the rest stopped for 120 s',
  });
}

function layout(rows: readonly Row[]): Verdict {
  const [row, sized] = ['in batches', 'in batches, last bit first'].map(
    (way) => find(rows, { pass: 'loading', way })!,
  ) as [Row, Row];
  const absent = measuredRow(rows, 'S2, one filter object', 'random')!;
  const passed = num(absent, 'db-miss') + num(absent, 'sentinel-hit');
  const { low, high } = clopperPearson(passed, num(absent, 'absent'));
  const longBitmap = num(row, 'bitmapBytes') === Math.ceil(num(row, 'bits') / 8);
  return verdict('S2-07', 'source', {
    word: longBitmap ? 'conditional' : 'refuted',
    measured:
      `one bitmap of ${integer(num(row, 'bitmapBytes'))} B (STRLEN), which takes ` +
      `${integer(num(row, 'memoryUsageBytes'))} B as it grows with the bits that are set, and ` +
      `${integer(num(sized, 'memoryUsageBytes'))} B where its last bit is written first ` +
      '(MEMORY USAGE); but not several hash ' +
      `functions: ${row.hashes} positions are steps of the two halves of one 128-bit hash (${source}). ` +
      'HighwayHash is replaced by MurmurHash3 here; with it ' +
      `${integer(passed)} of ${integer(num(absent, 'absent'))} absent requests passed`,
    interval: `${percentRange({ low, high })} (95 %, Clopper–Pearson)`,
    expected: 'one 128-bit hash whose halves are stepped',
  });
}

function toy(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'toy' })!;
  const holds =
    row.bitsOfOne === '2, 5, 8' && row.containsStored === true && row.containsOther === false;
  return verdict('S2-08', 'run', {
    word: holdsOr(holds),
    measured:
      `in Redis: id 1 sets the bits ${row.bitsOfOne}; contains(1) is ${row.containsStored}, ` +
      `contains(9999) at 2, 6 and 8 is ${row.containsOther}`,
    expected: 'bit 6 is 0, so 9999 is refused',
  });
}

function loadedAtStart(rows: readonly Row[]): Verdict {
  const [each, batches] = ['one by one', 'in batches'].map(
    (way) => find(rows, { pass: 'loading', way })!,
  );
  const seconds = (row: Row) => `${num(row, 'seconds').toPrecision(2)} s`;
  const ids = num(each!, 'ids');
  return verdict('S2-12', 'run', {
    word: holdsOr(num(each!, 'evals') === ids),
    measured:
      `${integer(num(each!, 'evals'))} round trips for ${integer(ids)} ids, ${seconds(each!)} on a ` +
      `local socket and ${(0.0002 * ids).toPrecision(2)} s more where one takes 0.2 ms; in batches ` +
      `${integer(num(batches!, 'evals'))} round trips, ${seconds(batches!)}`,
    expected: 'one round trip an id, unless they are sent in batches',
  });
}

function restart(rows: readonly Row[]): Verdict {
  const client = (name: string) => find(rows, { pass: 'restart', client: name })!;
  const [same, other] = [client('same figures'), client('other figures')];
  const asking = client('never called tryInit');
  const harmless = num(other, 'failed') === 0 && other.added === 'done';
  return verdict('S2-15', 'run', {
    word: holdsOr(harmless && num(same, 'closedPass') === 0),
    measured:
      `with other figures tryInit answers ${other.tryInit} but the object keeps its own size: ` +
      `loading ends with “${other.added}” and ${other.failed} of ${other.checks} checks of that ` +
      `object fail; an object that never called tryInit fails ${asking.failed} times, and the ` +
      'article’s query makes a new one for each request, so there it is the start that fails. With ' +
      `the same figures nothing fails, and ${same.closedPass} of ${same.closedAsked} closed shops ` +
      `still pass: nothing is rebuilt (${source})`,
    expected: 'tryInit refuses, and the client goes on with sizes that are not the stored ones',
  });
}

function firstGate(rows: readonly Row[]): Verdict {
  const [written, kept, inProcess] = (
    ['S2, as written', 'S2, one filter object', 'S0, filter'] as const
  ).map((system) => measuredRow(rows, system, 'repeat'));
  const refused = (row: Row | undefined): row is Row =>
    isCounted(row) && row['filter-reject'] === row.requests;
  if (!refused(written) || !refused(kept) || !refused(inProcess)) {
    const measured = 'other clients were on the server, or the absent id is a false positive';
    return verdict('S2-17', 'run', { word: 'unproven', measured, expected });
  }
  const each = (row: Row, column: string) =>
    Number((num(row, column) / num(row, 'requests')).toPrecision(3));
  const median = (row: Row) => microseconds(row, 'latencyNsP50');
  const spares = num(kept, 'roundTrips') === 0;
  return verdict('S2-17', 'run', {
    word: spares ? 'reproduced' : 'conditional',
    measured:
      `a refused request costs ${each(kept, 'roundTrips')} round trip to Redis with ` +
      `${each(kept, 'getbits')} GETBITs and ${each(kept, 'hgets')} HGETs in a script, and ` +
      `${each(written, 'roundTrips')} as written, where each request makes a new object that reads ` +
      `its configuration first (HGETALL); a filter in the process costs ` +
      `${each(inProcess, 'roundTrips')}. Median of one at a time: ${median(kept)}, ${median(written)} and ` +
      median(inProcess),
    expected,
  });
}

const expected = 'it lives in Redis: a round trip a check, so it does not spare Redis';

function deletion(rows: readonly Row[]): Verdict {
  const filters = where(rows, { pass: 'deletion' });
  const holds = filters.every((row) => row.keptLost === 0);
  const each = filters.map(
    (row) =>
      `${row.filter}: ${integer(num(row, 'deletedIds'))} of ` +
      `${integer(num(row, 'deletedIds') + num(row, 'kept'))} ids deleted, ${row.keptLost} of the ` +
      `others lost, ${row.deletedPass} still pass; an id added ${row.copies} times` +
      `${row.filter === 'cuckoo' ? ' at most' : ' or more'}; ${row.strangers} deletions of ids that ` +
      `were never added lose ${row.membersLost} members`,
  );
  return verdict('S2-20', 'run', {
    word: holdsOr(holds),
    measured: each.join('. '),
    expected: 'only for what is really in it; a cuckoo filter for few duplicates',
  });
}

function deletedId(rows: readonly Row[]): Verdict {
  const row = measuredRow(rows, 'S2, as written', 'deleted')!;
  const burst = find(rows, { pass: 'together', system: 'S2, as written' })!;
  const once = num(row, 'selects') === num(row, 'distinctAbsent');
  const atMostOnce = once && num(burst, 'passed') <= 1;
  return verdict('S2-22', 'run', {
    word: once ? (atMostOnce ? 'reproduced' : 'conditional') : 'refuted',
    measured:
      `one by one: ${integer(num(row, 'selects'))} queries for ` +
      `${integer(num(row, 'distinctAbsent'))} closed shops within one life of the entries; ` +
      `${burst.passed} of ${burst.requestsAtOnce} requests that come together once it has ended ` +
      'reach MySQL',
    expected: 'one each 120 s and id, more when requests come together',
  });
}
