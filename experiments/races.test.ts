import { describe, expect, it } from 'vitest';
import type { Row } from '../src/lab/experiment.ts';
import { racesRows } from './races/rows.test.fixture.ts';
import { races } from './races.ts';
import { onRows } from './rows.test.fixture.ts';

const params = races.presets.quick;
const { altered, broken, verdictOf, wordOf, words } = onRows(races, params, racesRows);

const lessonOf = (rows: readonly Row[], id: string) =>
  races.charts(rows, params).find((chart) => chart.id === id)!.lesson;

const right = { wrong: false, answerAfter: '200 new', wrongForSeconds: 0 };
const wrong = { wrong: true, answerAfter: '404', wrongForSeconds: 75 };

const late = (writeBack: string): Row => ({ race: 'late sentinel', remedy: 'written', writeBack });
const between = (remedy: string): Row => ({ race: 'add, query, commit', remedy });

describe('races', () => {
  it('holds what it expects and finds the claims conditional', () => {
    expect(broken(racesRows())).toEqual([]);
    expect(words(racesRows())).toEqual([
      'S1-13 conditional',
      'S1-19 conditional',
      'S2-14 conditional',
    ]);
  });

  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    ['S1-13', late('plain'), right, 'reproduced'],
    ['S1-13', late('guarded'), wrong, 'refuted'],
    // It says that a new SKU stays hidden: one that is seen at once refutes it.
    ['S1-19', { race: 'sentinel of 10 min' }, right, 'refuted'],
    ['S1-19', { race: 'early sentinel', remedy: 'written' }, wrong, 'reproduced'],
    ['S2-14', between('not written'), right, 'reproduced'],
    ['S2-14', between('written'), wrong, 'refuted'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(racesRows(), claim)).not.toBe(word);
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it('says for how long by the rows, and where there is no end', () => {
    const { measured } = verdictOf(
      altered(late('plain'), { ...wrong, wrongForSeconds: 63 }),
      'S1-13',
    );
    expect(measured).toContain('by plain SET leaves 404 for 63 s where MySQL has the row');
    expect(measured).toContain('with NX it leaves the right answer (200 new)');
    const long = verdictOf(racesRows(), 'S1-19').measured;
    expect(long).toContain('inserted by SQL, 404 for 750 s where MySQL has the row');
    expect(long).toContain('one of 60 s 404 for 75 s');
    const added = verdictOf(racesRows(), 'S2-14').measured;
    expect(added).toContain('an add after the commit leaves 404 where MySQL has the row');
    expect(added).toContain('after a rollback the id costs a query');
    const refused = altered({ race: 'add, rollback' }, { outcome: 'filter-reject' });
    expect(verdictOf(refused, 'S2-14').measured).toContain('after a rollback the id is refused');
  });

  it.each<[name: RegExp, row: Row, changes: Row]>([
    [/agree with the servers/, { writeBack: 'guarded' }, { lawsBroken: 'SETs: 1, not 2' }],
    [/the design closes/, late('guarded'), wrong],
    [/nothing closes/, late('plain'), right],
    [/outlives the longest TTL/, late('plain'), { wrongForSeconds: 91 }],
    [/outlives the longest TTL/, { race: 'add, query, commit' }, { wrongForSeconds: 181 }],
    [
      /outlives the longest TTL/,
      { race: 'late old row', remedy: 'evicted' },
      { answerAfter: '200 old', wrongForSeconds: 451 },
    ],
  ])('the expectation %s can break', (name, row, changes) => {
    expect(broken(altered(row, changes))).toEqual([expect.stringMatching(name)]);
  });

  it('draws every race, with a gap only where no entry gave the wrong answer', () => {
    for (const { id, series } of races.charts(racesRows(), params)) {
      const points = series.flatMap((one) => one.points);
      expect(points.length, id).toBeGreaterThan(0);
      const gaps = points.filter(({ y }) => y === null);
      expect(gaps.every(({ note }) => note?.includes('by no entry of Redis'))).toBe(true);
      expect(gaps.length > 0, id).toBe(id === 'filter');
    }
  });

  it('tells in words what the rows say', () => {
    const lesson = lessonOf(racesRows(), 'writers');
    expect(lesson).toContain('Answered wrong: plain 7 of 10, guarded 7 of 10, versioned 4 of 10');
    expect(lesson).toContain('Always right: removed; forgotten.');
    expect(lesson).toContain('Always wrong: SQL alone; written late; kept.');
    expect(lesson).toContain(
      'Versions alone close: update, update; delete, insert; update, delete.',
    );
    expect(lesson).not.toContain('not run with it');
    expect(lessonOf(racesRows(), 'filter')).toContain(
      'named below the chart, or the race was not run',
    );
    const closed = lessonOf(altered({ group: 'writers' }, right), 'writers');
    expect(closed).toContain('plain 0 of 10');
    expect(closed).not.toMatch(/Always wrong|Versions alone/);
  });
});
