import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { ofAll } from '../expectation.ts';
import { conserved } from '../laws.ts';
import { integer, num, sum, where } from '../rows.ts';

const ends = ['Rejected', 'Hits', 'Loads', 'Errors'];

export function latencyExpectations(rows: readonly Row[]): Expectation[] {
  const points = where(rows, { pass: 'point' });
  const rejected = sum(points, 'normalRejected');
  return [
    conserved(where(rows, { pass: 'audit' }), (row) => `${row.table}, round ${row.round}`),
    {
      name: 'no defence turns a normal user away',
      holds: rejected === 0,
      measured: `${integer(rejected)} of ${integer(sum(points, 'normalRequests'))} rejected`,
      expected: '0: every normal request is for an SKU that exists',
    },
    ofAll(points, {
      name: 'every request of users and attackers was answered once, or dropped and counted',
      holds: allEnded,
      measured: `in all ${points.length} points`,
      wrong: (row) => `${row.level}, ${row.defence}, round ${row.round}`,
      expected: 'as many ends as requests, in every point',
    }),
  ];
}

function allEnded(row: Row): boolean {
  const ended = (who: string) => ends.reduce((total, end) => total + num(row, who + end), 0);
  return (
    ended('normal') + num(row, 'normalDropped') === row.normalRequests &&
    ended('attack') === row.attackRequests
  );
}
