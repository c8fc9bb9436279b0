import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { measuredRow } from './select.ts';

export function s4Verdicts(rows: readonly Row[]): Verdict[] {
  return [toldApart(rows), markOnHit(rows), nullAnswer(rows), allSet(rows), threads(rows)];
}

function toldApart(rows: readonly Row[]): Verdict {
  const row = measuredRow(rows, 'S4, null cache', 'repeat')!;
  const marks = num(row, 'marksHandedOut');
  return verdict('S4-07', 'run', {
    word: marks > 0 ? 'refuted' : 'reproduced',
    measured:
      `the article’s own code does not: ${integer(marks)} of ${integer(num(row, 'requests'))} ` +
      'requests for one absent id were given an object that is not null',
    expected: 'its own code hands the placeholder to the caller',
  });
}

function markOnHit(rows: readonly Row[]): Verdict {
  const row = measuredRow(rows, 'S4, null cache', 'repeat')!;
  const marks = num(row, 'marksHandedOut');
  const asNull = num(row, 'requests') - marks;
  // As the design of an interface it fails where two answers for one absent id differ.
  return verdict('S4-10', 'run', {
    word: marks > 0 && asNull > 0 ? 'refuted' : 'reproduced',
    measured:
      `it does, and so one absent id has two answers: null ${integer(asNull)} time, when MySQL was ` +
      `asked, and the placeholder ${integer(marks)} times, on every hit`,
    expected: 'refuted as a design: first null, then the placeholder',
  });
}

function nullAnswer(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'strings', way: 'one thread' })!;
  return verdict('S4-18', 'source', {
    word: holdsOr(row.nullAnswer === false),
    measured:
      `mightContain(null) is ${row.nullAnswer}, rebuilt from the article’s code; add(null) ` +
      (row.refusesNull === true ? 'throws' : 'is taken'),
    expected: 'false; adding null throws',
  });
}

function allSet(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'strings', way: 'one thread' })!;
  return verdict('S4-19', 'run', {
    word: holdsOr(row.beforeFill === false && row.afterFill === true),
    measured:
      `strings that were never added: ${row.beforeFill} of an empty filter, ${row.afterFill} once ` +
      'every bit is set',
    expected: 'all ones say “maybe”, whatever set them',
  });
}

function threads(rows: readonly Row[]): Verdict {
  const [steps, atomic] = ['load, or, store', 'one atomic or'].map(
    (way) => find(rows, { pass: 'strings', way })!,
  );
  const lost = (row: Row) => num(row, 'lostOfFirst') + num(row, 'lostOfSecond');
  return verdict('S4-21', 'source', {
    word: holdsOr(lost(steps!) > 0),
    measured:
      'the documentation of java.util.BitSet says so; forced: of the article’s first two strings, ' +
      `added by two threads whose steps alternate, the first keeps ` +
      `${num(steps!, 'positions') - num(steps!, 'lostOfFirst')} of ${steps!.positions} bits and is ` +
      `then called absent; with an atomic OR ${lost(atomic!)} bits are lost`,
    expected: 'its documentation says so',
  });
}
