import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { none } from '../expectation.ts';
import { conserved } from '../laws.ts';
import { find, num, where } from '../rows.ts';
import { measuredRows } from './select.ts';

export function systemsExpectations(rows: readonly Row[]): Expectation[] {
  const passes = measuredRows(rows);
  return [
    conserved(passes, (row) => `${row.system}, ${row.traffic}`),
    none('no request ended as an error', passes, 'error'),
    none('no entry expired while requests were counted', passes, 'expired'),
    none(
      'no system but S3’s turns a present id into a 404',
      passes.filter(({ system }) => system !== 'S3, filter of cached keys'),
      'wrong404s',
    ),
    flagged(rows),
  ];
}

/** The band is 75 % … 125 %, and no filter of these rows lies within a per cent of its ends. */
function flagged(rows: readonly Row[]): Expectation {
  const filters = where(rows, { pass: 'sizes' });
  const due = (load: number) => (load < 0.75 ? 'too large' : load > 1.25 ? 'too small' : 'fits');
  const wrong = filters.filter((row) => row.size !== due(num(row, 'added') / num(row, 'capacity')));
  const own = find(filters, { filter: 'S0' })!;
  return {
    name: 'a filter is flagged outside 75 % … 125 % of the ids it is sized for, S0’s too',
    holds: wrong.length === 0 && own.size === 'too large',
    measured: wrong.length === 0 ? String(own.line) : wrong.map(({ line }) => line).join('; '),
    expected: 'flagged by its set bits alone',
  };
}
