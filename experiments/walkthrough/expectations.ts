import { sizeFor } from '../../src/filters/sizing.ts';
import { articleFilter } from '../../src/funnel/defences.ts';
import { notComparable } from '../../src/lab/audit.ts';
import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { conserved } from '../laws.ts';
import { find, integer, sum, where } from '../rows.ts';
import type { Parameters } from './plan.ts';

export function walkExpectations(rows: readonly Row[], params: Parameters): Expectation[] {
  const attacks = where(rows, { pass: 'attack' });
  const asked = rows.filter((row) => row.lawsBroken !== undefined);
  const requests = sum(attacks, 'requests');
  const notFound = sum(attacks, 'notFound');
  return [
    conserved(asked, (row) => [row.pass, row.defence, row.attack].filter(Boolean).join(', ')),
    {
      name: 'every absent id is answered with 404',
      holds: notFound === requests,
      measured: `${integer(notFound)} of ${integer(requests)} requests`,
      expected: 'all of them',
    },
    keysOfAttacks(attacks),
    rejectionsTold(attacks),
    filterBuilt(rows, params),
    inserted(rows),
  ];
}

/** Those that have ended meanwhile included, as on a busy machine some have. */
function keysOfAttacks(attacks: readonly Row[]): Expectation {
  // Others on a given server write keys, and keys of theirs end.
  const ours = attacks.filter((row) => row.lawsBroken !== notComparable);
  return {
    name: 'an attack leaves a key for each sentinel that was written',
    holds: ours.every((row) => row.keys === row.sets),
    measured:
      `${integer(sum(ours, 'keys'))} keys, ${integer(sum(ours, 'expired'))} of them ended ` +
      `meanwhile, by ${integer(sum(ours, 'sets'))} SETs`,
    expected: 'as many keys as SETs, in every attack',
  };
}

/** The counter over HTTP and the outcomes of the funnel are two tellings of one thing. */
function rejectionsTold(attacks: readonly Row[]): Expectation {
  const told = sum(attacks, 'rejected');
  const ended = sum(attacks, 'filter-reject');
  return {
    name: 'bloom.rejected rises by one for each request that ends in the filter',
    holds: attacks.every((row) => row.rejected === row['filter-reject']),
    measured: `${integer(told)} told, ${integer(ended)} ended there`,
    expected: 'the same in every attack',
  };
}

/** The `bloom` object that a filter as the article's has once it is built. */
function builtBloom({ skus }: Parameters): string {
  const { bits, hashes } = sizeFor(Math.max(skus, articleFilter.capacity), articleFilter.p);
  const state = { enabled: true, ready: true, added: skus, rejected: 0, bits, hashes };
  return JSON.stringify(state);
}

function filterBuilt(rows: readonly Row[], params: Parameters): Expectation {
  const row = find(rows, { pass: 'warm', defence: 'both' });
  const expected = builtBloom(params);
  return {
    name: 'the warm-up builds the filter over all SKUs, whatever its limit',
    holds: row?.bloom === expected,
    measured: String(row?.bloom),
    expected,
  };
}

function inserted(rows: readonly Row[]): Expectation {
  const row = find(rows, { pass: 'count plus one' });
  return {
    name: 'a SKU that has just been inserted is found at once',
    holds: row !== undefined && String(row.statuses).split(', ')[1] === '200',
    measured: `statuses before the insert, after it, and with a gap: ${row?.statuses}`,
    expected: '200 after the insert',
  };
}
