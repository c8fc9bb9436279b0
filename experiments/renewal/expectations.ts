import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { ofAll } from '../expectation.ts';
import { conserved } from '../laws.ts';
import { find, integer, num, sum, where } from '../rows.ts';
import { endedEarly } from './select.ts';

export function renewalExpectations(rows: readonly Row[]): Expectation[] {
  const audited = rows.filter((row) => 'lawsBroken' in row);
  return [conserved(audited, (row) => String(row.pass)), ...entriesKept(rows), visibleAtOnce(rows)];
}

/** No entry ends before its time, none is kept longer, and none has no end. */
function entriesKept(rows: readonly Row[]): Expectation[] {
  return [noneEarly(rows), keptAsWritten(rows), withinTheJitter(rows)];
}

function noneEarly(rows: readonly Row[]): Expectation {
  const groups = where(rows, { pass: 'group' });
  return ofAll(groups, {
    name: 'no id passes to MySQL again before the TTL of its entry has ended',
    holds: (row) => !endedEarly(row),
    measured: `${integer(sum(groups, 'gaps'))} ids passed again, none too early`,
    wrong: (row) => `${row.group}: after ${row.gapShortestSeconds} s of ${row.baseSeconds} s`,
    expected: 'the shortest TTL or more between two passes of an id, in every group',
  });
}

function keptAsWritten(rows: readonly Row[]): Expectation {
  const flood = find(rows, { pass: 'flood' })!;
  const [found, least, most] = ['aliveFound', 'aliveLeast', 'aliveMost'].map((name) =>
    num(flood, name),
  ) as [number, number, number];
  const refused = num(flood, 'writeFailures');
  return {
    name: 'Redis holds the entries whose TTLs, as they were written, have not ended',
    holds: refused > 0 || (found >= least && found <= most),
    measured: `${integer(found)} keys${refused > 0 ? `; ${refused} writes failed` : ''}`,
    expected: `${integer(least)} … ${integer(most)} by what was written and when`,
  };
}

function withinTheJitter(rows: readonly Row[]): Expectation {
  const written = where(rows, { pass: 'ttl' });
  const wrong = written.filter(
    (row) =>
      row.keys !== row.written ||
      num(row, 'endless') > 0 ||
      num(row, 'ttlSecondsMin') < num(row, 'baseSeconds') ||
      num(row, 'ttlSecondsMax') > num(row, 'baseSeconds') + num(row, 'possibleTtls') - 1,
  );
  const list = (wrong.length === 0 ? written : wrong).map(
    (row) =>
      `${row.jitterName}: ${row.ttlSecondsMin} … ${row.ttlSecondsMax} s, ${row.keys} keys, ` +
      `${row.endless} without an end`,
  );
  return {
    name: 'every sentinel is a key that has an end, within its jitter',
    holds: wrong.length === 0,
    measured: list.join('; '),
    expected: 'as many keys as sentinels, lives from the base to the base and its jitter',
  };
}

function visibleAtOnce(rows: readonly Row[]): Expectation {
  const row = find(rows, { pass: 'visible', way: 'funnel' })!;
  return {
    name: 'an SKU inserted by the funnel is found by the next request, sentinel or not',
    holds: row.wrong404s === 0 && row.seen === row.inserted,
    measured: `${row.seen} of ${row.inserted} found, ${row.wrong404s} wrong 404s`,
    expected: `${row.inserted} found, 0 wrong 404s`,
  };
}
