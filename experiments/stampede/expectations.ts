import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { ofAll } from '../expectation.ts';
import { conserved } from '../laws.ts';
import { num, sum, where } from '../rows.ts';
import { comparable } from './select.ts';

export function stampedeExpectations(rows: readonly Row[]): Expectation[] {
  return [
    conserved(
      rows.filter((row) => row.pass !== 'failure'),
      nameOf,
    ),
    laterRequestsHit(where(rows, { pass: 'open' })),
    joinedLoadsOnce(comparable(where(rows, { singleFlight: true }))),
    oneAnswer(where(rows, { pass: 'closed' })),
    failureEnds(where(rows, { pass: 'failure' })),
  ];
}

function nameOf(row: Row): string {
  const flights = row.singleFlight ? 'single flight' : 'each for itself';
  const { pass, id, rate = '', clients = '', processes = '' } = row;
  return `${pass} ${id} ${flights} ${rate}${clients}${processes && ` in ${processes}`}`;
}

function laterRequestsHit(rows: readonly Row[]): Expectation {
  const late = sum(rows, 'lateMisses');
  return {
    name: 'a request that comes after the entry was written finds it',
    holds: late === 0,
    measured: `${late} of ${sum(rows, 'requests')} requests did not`,
    expected: '0',
  };
}

/** In one process; two processes know nothing of each other's loads. */
function joinedLoadsOnce(rows: readonly Row[]): Expectation {
  return ofAll(rows, {
    name: 'with single flight a process makes one query an expiry at most',
    holds: (row) => num(row, 'mostSelects') <= num({ processes: 1, ...row }, 'processes'),
    measured: `in all ${rows.length} passes`,
    wrong: (row) => `${nameOf(row)}: ${row.mostSelects}`,
    expected: 'no more SELECTs than processes, at every expiry',
  });
}

function oneAnswer(rows: readonly Row[]): Expectation {
  return ofAll(rows, {
    name: 'all who ask for one id at once get the same answer',
    holds: (row) => row.differentAnswers === 1,
    measured: `in all ${rows.length} passes`,
    wrong: (row) => `${nameOf(row)}: ${row.differentAnswers}`,
    expected: 'one answer, joined or not',
  });
}

function failureEnds(rows: readonly Row[]): Expectation {
  const loaded = { absent: ['db-miss', 'sentinel-hit'], present: ['db-hit', 'cache-hit'] };
  const right = (row: Row) => {
    const [next, afterwards] = loaded[row.id as keyof typeof loaded];
    return (
      row.error === row.clients &&
      row.next === next &&
      row.afterwards === afterwards &&
      row.loads === 2
    );
  };
  return {
    name: 'a shared query that fails fails for those who share it, and the next request loads anew',
    holds: rows.every(right),
    measured: rows
      .map(
        (row) =>
          `${row.id}: ${row.error} of ${row.clients} errors, then ${row.next}, then ` +
          `${row.afterwards}, ${row.loads} queries`,
      )
      .join('; '),
    expected: 'an error for each, then a load, then a hit, by two queries',
  };
}
