import { describe, expect, it } from 'vitest';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { faultsRows } from './faults/rows.test.fixture.ts';
import { faults } from './faults.ts';
import { onRows } from './rows.test.fixture.ts';

const params = faults.presets.quick;
const { altered, broken, wordOf } = onRows(faults, params, faultsRows);

const whole = (fault: string): Row => ({ pass: 'open loop', fault, part: 'whole' });
const killed = whole('Redis killed');
const gate = (name: string): Row => ({ pass: 'Redis off', gate: name });
const [on, off] = [gate('inside, cache switched on'), gate('inside, cache switched off')];

describe('faults', () => {
  it('holds all it expects where all is as it should be', () => {
    expect(broken(faultsRows())).toEqual([]);
  });

  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    ['S0-30', off, { rejected: 5, missed: 0 }, 'refuted'],
    ['S0-30', on, { rejected: 0, missed: 5 }, 'reproduced'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(faultsRows(), claim)).toBe('conditional');
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it.each<[name: RegExp, row: Row, changes: Row]>([
    [/was answered/, killed, { answered: 29 }],
    [/was answered/, { pass: 'closed loop', part: 'whole' }, { answered: 29 }],
    [/no 404/, killed, { wrongAnswers: 1 }],
    [/bounded/, killed, { connections: 9 }],
    [/SELECTs/, killed, { selects: 31 }],
    [/SELECTs/, whole('MySQL busy'), { selects: 27 }],
    [/SELECTs/, whole('MySQL busy'), { gets: 31 }],
    [/no place at MySQL/, { fault: 'MySQL busy', window: 'during' }, { refused: 1 }],
    [/one line/, killed, { lines: '' }],
    [/one line/, killed, { lines: 'Redis: gone' }],
    [/one line/, killed, { lines: 'Redis: gone; Redis: gone; Redis: works again' }],
    [/one line/, whole('MySQL stopped'), { lines: 'MySQL: works again' }],
    [/used again/, killed, { firstHitMs: null }],
    [/stood still/, whole('MySQL stopped'), { answeredWhileStopped: 1 }],
    [/without Redis/, on, { found: 4 }],
    [/without Redis/, off, { missed: 4 }],
    [/without Redis/, off, { offSelects: 9 }],
  ])('the expectation %s can break', (name, row, changes) => {
    expect(broken(altered(row, changes))).toEqual([expect.stringMatching(name)]);
  });

  it('draws every series', () => {
    expectFinitePoints(faults.charts(faultsRows(), params));
  });

  it('says in words what the rows say', () => {
    const lesson = (rows: readonly Row[], id: string) =>
      faults.charts(rows, params).find((chart) => chart.id === id)!.lesson;
    expect(lesson(faultsRows(), 'outcomes-redis-killed')).toMatch(/8 requests, 0 errors.* 50 ms/);
    const gone = altered(killed, { firstHitMs: null });
    expect(lesson(gone, 'outcomes-redis-killed')).toMatch('not seen to come back');
    expect(lesson(faultsRows(), 'latency-over-time')).not.toMatch('schedule');
    const late = altered(killed, { keptSchedule: false });
    expect(lesson(late, 'latency-over-time')).toMatch('own schedule in: Redis killed.');
  });

  it.each([{ skus: 1_600 }, { skus: 10_000, offRequests: 10_001 }, { faultMs: 0 }])(
    'refuses %o',
    (changes) => {
      const parsed = faults.parameters.safeParse({ ...params, ...changes });
      expect(parsed.error!.issues[0]!.path).toEqual(Object.keys(changes).slice(-1));
    },
  );
});
