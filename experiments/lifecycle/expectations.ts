import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { ofAll } from '../expectation.ts';
import { conserved } from '../laws.ts';
import { find, integer, num, where } from '../rows.ts';

export function lifecycleExpectations(rows: readonly Row[]): Expectation[] {
  return [
    conserved(
      rows.filter((row) => row.lawsBroken !== undefined),
      nameOf,
    ),
    nobodyRefused(rows),
    swapped(rows),
    sameBits(rows),
    insertsFound(rows),
    ...otherProcesses(rows),
  ];
}

function nameOf(row: Row): string {
  const names = [row.pass, row.posture, row.phase, row.defence, row.how, row.after, row.situation];
  return names.filter((name) => name !== undefined).join(', ');
}

/** How many requests for ids that every table of a row has were answered with 404. */
function refused(row: Row): number {
  switch (row.pass) {
    case 'swap':
      return row.way === 'swap' ? num(row, 'presentRejected') : 0;
    case 'churn':
    case 'bits':
      return num(row, 'memberDenied');
    case 'rebuild':
      return num(row, 'wrong404');
    case 'cold start':
      return row.posture === 'closed' ? 0 : refusedAtStart(row);
    default:
      return 0;
  }
}

function refusedAtStart(row: Row): number {
  if (row.phase === 'the window') return num(row, 'windowWrong404');
  return num(row, 'presentAsked') - num(row, 'presentFound');
}

function nobodyRefused(rows: readonly Row[]): Expectation {
  return ofAll(rows, {
    name: 'no present id is refused at the start, during a rebuild, or in a filter that is built',
    holds: (row) => refused(row) === 0,
    measured: `none in ${rows.length} rows`,
    wrong: (row) => `${nameOf(row)}: ${integer(refused(row))}`,
    expected: 'none, but where a variant is shown that does',
  });
}

function swapped(rows: readonly Row[]): Expectation {
  const row = find(rows, { pass: 'swap', way: 'swap' })!;
  return {
    name: 'readers see the old filter or the new one, and nothing between them',
    holds: row.looksMixed === 0 && num(row, 'looksOld') > 0 && num(row, 'looksNew') > 0,
    measured:
      `${row.looksOld} looks saw the old one, ${row.looksNew} the new one, ` +
      `${row.looksMixed} neither`,
    expected: 'both seen, and 0 looks that saw neither',
  };
}

function sameBits(rows: readonly Row[]): Expectation {
  const checksum = (after: string) => find(rows, { pass: 'bits', after })?.checksum;
  const [first, second, larger, again] = [
    checksum('the first build'),
    checksum('a second build'),
    checksum('an insert by SQL and a build'),
    checksum('its deletion and a build'),
  ];
  return {
    name: 'a filter has the same bits whenever its table has the same ids',
    holds: first === second && first === again && first !== larger,
    measured: [first, second, larger, again].join(', '),
    expected: 'the first, the second and the fourth build alike, the third other',
  };
}

function insertsFound(rows: readonly Row[]): Expectation {
  const inserted = where(rows, { pass: 'inserted' }).filter(
    ({ how }) => how !== 'by SQL' && how !== 'by SQL, a sentinel there',
  );
  return ofAll(inserted, {
    name: 'what is inserted through the funnel is found at once and after a rebuild',
    holds: (row) => isHit(row.outcomeAtOnce) && isHit(row.outcomeAfterBuild),
    measured: `in all ${inserted.length} ways`,
    wrong: (row) => `${row.how}: ${row.outcomeAtOnce}, ${row.outcomeAfterBuild}`,
    expected: 'cache-hit or db-hit in each',
  });
}

function isHit(outcome: unknown): boolean {
  return outcome === 'cache-hit' || outcome === 'db-hit';
}

/** With the stream whole a moment remains in which it may not be found; see the verdicts. */
function otherProcesses(rows: readonly Row[]): Expectation[] {
  const cut = find(rows, { pass: 'processes', situation: 'stream cut' });
  const removed = find(rows, { pass: 'processes', situation: 'stream removed' });
  if (cut === undefined || removed === undefined) return [];
  const of = (row: Row, column: string) => `${row[column]} of ${row.inserted}`;
  return [
    {
      name: 'a process that is cut off from the news refuses no SKU that another inserts',
      holds:
        cut.foundAtOnce === cut.inserted &&
        cut.foundLater === cut.inserted &&
        cut.unknownPassed === cut.unknownAsked,
      measured:
        `${of(cut, 'foundAtOnce')} found, and ${of(cut, 'foundLater')} when it had caught up; ` +
        `${cut.unknownPassed} of ${cut.unknownAsked} unknown ids let through meanwhile`,
      expected: 'all found, and all unknown ids let through',
    },
    {
      name: 'a process whose stream was removed knows what was inserted once it has caught up',
      holds: removed.foundLater === removed.inserted,
      measured: `${of(removed, 'foundLater')} found`,
      expected: 'all',
    },
  ];
}
