import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { type OfAll, ofAll } from '../expectation.ts';
import { integer, num, sum, where } from '../rows.ts';
import { type FaultName, poolPlaces } from './plan.ts';
import { failingAfter, failingUnder, mention } from './state-lines.ts';

/** Under a fault the laws are bounds; what a request is owed does not change. */
export function faultsExpectations(rows: readonly Row[]): Expectation[] {
  const wholes = where(rows, { part: 'whole' });
  const open = where(wholes, { pass: 'open loop' });
  return [
    underAll(wholes, {
      name: 'every request that was sent was answered',
      holds: (row) => row.answered === (row.sent ?? row.requests),
      measured: `${integer(sum(wholes, 'answered'))} answers, ${sum(open, 'dropped')} dropped by the generator`,
      wrong: (row) => `${row.answered} of ${row.sent ?? row.requests}`,
      expected: 'as many answers as requests, under every fault',
    }),
    underAll(open, {
      name: 'no 404 for an SKU that exists, and no SKU that was not asked for',
      holds: (row) => row.wrongAnswers === 0,
      measured: `none in ${integer(sum(open, 'answered'))} answers`,
      wrong: (row) => `${row.wrongAnswers} wrong answers`,
      expected: '0',
    }),
    underAll(open, {
      name: 'queries at MySQL at once are bounded',
      holds: (row) => num(row, 'connections') <= poolPlaces,
      measured: `at most ${Math.max(...open.map((row) => num(row, 'connections')))} connections`,
      wrong: (row) => `${row.connections} connections`,
      expected: `at most ${poolPlaces}, a query each`,
    }),
    underAll(open, {
      name: 'loads that ended well <= SELECTs <= these and the errors; GETs <= requests past the filter',
      holds: (row) =>
        num(row, 'selects') >= num(row, 'selectsLeast') &&
        num(row, 'selects') <= num(row, 'selectsMost') &&
        (row.gets === null || num(row, 'gets') <= num(row, 'getsMost')),
      measured: `in ${open.length} of ${open.length} passes`,
      wrong: (row) =>
        `${row.selects} SELECTs, not ${row.selectsLeast} … ${row.selectsMost}; ` +
        `${row.gets} GETs, at most ${row.getsMost}`,
      expected: 'by the servers’ own counters, under every fault that they outlive',
    }),
    underAll(where(rows, { pass: 'open loop', part: 'window' }), {
      name: 'a request fails only where it finds no place at MySQL in time',
      holds: (row) => row.error === row.refused,
      measured: `${integer(sum(where(rows, { part: 'window' }), 'error'))} errors, all of them refusals`,
      wrong: (row) => `${row.window}: ${row.error} errors, ${row.refused} of them refusals`,
      expected: 'no error but refusals',
    }),
    ...recoveries(open),
    underAll(where(open, { fault: 'MySQL stopped' }), {
      name: 'nothing is measured as fast that came while MySQL stood still',
      holds: (row) => row.answeredWhileStopped === 0,
      measured: 'no request that was due then was answered before the end',
      wrong: (row) => `${row.answeredWhileStopped} were answered before the end`,
      expected: '0 answers',
    }),
    underAll(where(rows, { pass: 'Redis off' }), {
      name: 'without Redis every SKU is found, and every absent id is rejected or missed',
      holds: (row) =>
        num(row, 'found') === num(row, 'offRequests') - num(row, 'absent') &&
        num(row, 'rejected') + num(row, 'missed') === num(row, 'absent') &&
        num(row, 'offSelects') === num(row, 'found') + num(row, 'missed'),
      measured: 'behind every gate, and a SELECT for each that is not rejected',
      wrong: (row) => `${row.found} found, ${row.rejected} rejected, ${row.missed} missed`,
      expected: 'the same answers behind every gate',
    }),
  ];
}

/** That all works again when the fault is over, and that it is said. */
function recoveries(open: readonly Row[]): Expectation[] {
  return [
    underAll(open, {
      name: 'one line a change of state, and it ends with all working',
      holds: linesAlternate,
      measured: open.map((row) => `${row.fault}: ${linesOf(row).length}`).join(', '),
      wrong: (row) => `“${row.lines}”`,
      expected: 'a line when Redis fails and one when it works again',
    }),
    underAll(
      open.filter((row) => row.fault !== 'MySQL stopped'),
      {
        name: 'the cache is used again without help',
        holds: (row) => row.firstHitMs !== null,
        measured: open
          .filter((row) => row.firstHitMs !== null)
          .map((row) => `${row.fault}: ${integer(num(row, 'firstHitMs'))} ms`)
          .join(', '),
        wrong: () => 'no hit after the fault',
        expected: 'a hit after every fault',
      },
    ),
  ];
}

function underAll(rows: readonly Row[], what: OfAll): Expectation {
  return ofAll(rows, { ...what, wrong: (row) => `${row.fault ?? row.gate}: ${what.wrong(row)}` });
}

function linesOf(row: Row): string[] {
  return row.lines === '' ? [] : String(row.lines).split('; ');
}

function linesAlternate(row: Row): boolean {
  const lines = linesOf(row);
  const failing = failingUnder[row.fault as FaultName];
  return failingAfter(lines)?.size === 0 && (failing === undefined || mention(lines, failing));
}
