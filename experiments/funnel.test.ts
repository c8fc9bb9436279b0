import { describe, expect, it } from 'vitest';
import { notComparable } from '../src/lab/audit.ts';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { funnelRows } from './funnel/rows.test.fixture.ts';
import { funnel } from './funnel.ts';
import { onRows } from './rows.test.fixture.ts';

const params = funnel.presets.quick;
const { altered, broken, wordOf, words } = onRows(funnel, params, funnelRows);

const exact = (traffic: string, defence: string): Row => ({ pass: 'exact', traffic, defence });
const onceAbsent = exact('one absent id, 100 times', 'bloom');
const onceSentinel = exact('one absent id, 100 times', 'sentinel');
const next = exact('the id after the last, twice', 'sentinel');

describe('funnel', () => {
  it('gives the words that the articles deserve, and all it expects holds', () => {
    expect(words(funnelRows()).toSorted()).toEqual([
      ...['S0-01 reproduced', 'S0-05 conditional', 'S0-29 reproduced', 'S0-35 conditional'],
      ...['S0-36 reproduced', 'S0-37 reproduced', 'S0-39 reproduced'],
      ...['S1-01 reproduced', 'S1-02 reproduced', 'S1-07 reproduced', 'S1-08 reproduced'],
      ...['S1-11 reproduced', 'S1-24 reproduced', 'S1-25 reproduced', 'S1-28 reproduced'],
    ]);
    expect(broken(funnelRows())).toEqual([]);
  });

  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    ['S0-01', exact('repeat', 'sentinel'), { ourKeys: 2 }, 'refuted'],
    ['S0-01', exact('random', 'sentinel'), { sets: 999 }, 'refuted'],
    ['S0-01', exact('random', 'sentinel'), { distinctAbsent: 0 }, 'unproven'],
    ['S0-05', exact('random', 'bloom'), { gets: 1_000 }, 'refuted'],
    ['S0-05', exact('the false positives, twice', 'bloom'), { requests: 0 }, 'reproduced'],
    ['S0-29', exact('mix', 'both'), { lawsBroken: 'GETs: 1, not 2' }, 'refuted'],
    ['S0-35', exact('repeat', 'sentinel'), { selects: 1_000 }, 'reproduced'],
    ['S0-36', onceAbsent, { gets: 1 }, 'refuted'],
    ['S0-36', onceAbsent, { 'filter-reject': 99, 'db-miss': 1 }, 'refuted'],
    ['S0-37', onceSentinel, { ourKeys: 2 }, 'refuted'],
    ['S0-37', onceSentinel, { firstSentinel: 'none' }, 'refuted'],
    ['S0-39', exact('random', 'both'), { 'db-miss': 10 }, 'refuted'],
    ['S0-39', exact('random', 'both'), { 'filter-reject': 0 }, 'unproven'],
    ['S1-01', exact('repeat', 'none'), { selects: 999 }, 'refuted'],
    ['S1-02', exact('repeat', 'none'), { 'cache-hit': 1 }, 'refuted'],
    ['S1-07', exact('repeat', 'sentinel'), { 'db-miss': 2, selects: 2 }, 'refuted'],
    ['S1-08', exact('random', 'bloom'), { gets: 1_000 }, 'refuted'],
    ['S1-08', exact('random', 'bloom'), { 'filter-reject': 0 }, 'unproven'],
    ['S1-11', exact('deleted', 'bloom'), { selects: 1 }, 'refuted'],
    ['S1-11', exact('random', 'sentinel'), { selects: 1 }, 'refuted'],
    ['S1-24', next, { firstSentinel: 'none' }, 'refuted'],
    ['S1-25', next, { ttlSecondsMin: 58 }, 'refuted'],
    ['S1-25', exact('a thousand absent ids, once', 'sentinel'), { ttlSecondsMax: 91 }, 'refuted'],
    ['S1-28', next, { lawsBroken: notComparable }, 'unproven'],
    ['S1-28', next, { selects: 2, 'sentinel-hit': 0 }, 'refuted'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(funnelRows(), claim)).not.toBe(word);
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it.each<[name: RegExp, row: Row, changes: Row]>([
    [/agree with the servers/, exact('mix', 'none'), { lawsBroken: 'SETs: 1, not 2' }],
    [
      /agree with the servers/,
      { pass: 'gets', work: 'cache-hit' },
      { lawsBroken: 'GETs: 1, not 2' },
    ],
    [/an error in an exact pass/, exact('mix', 'none'), { error: 1 }],
    [/nothing expired/, exact('mix', 'none'), { expired: 1 }],
    [/an error in a timed round/, { pass: 'timed', traffic: 'mix' }, { errors: 1 }],
    [/answered from Redis/, { pass: 'gets', work: 'cache-hit' }, { 'cache-hit': 63_999 }],
    [/turns a present id into a 404/, exact('mix', 'range'), { 'cache-hit': 299 }],
    [/read from MySQL, and only once/, { pass: 'exact', traffic: 'mix' }, { 'db-hit': 399 }],
    [/one absent id end in the filter/, onceAbsent, { gets: 1 }],
  ])('the expectation %s can break', (name, row, changes) => {
    expect(broken(altered(row, changes))).toEqual([expect.stringMatching(name)]);
  });

  it('draws every series for every traffic, without holes', () => {
    expectFinitePoints(funnel.charts(funnelRows(), params));
  });

  it('says how many requests the funnel does beside bare GETs', () => {
    const charts = funnel.charts(
      altered({ service: 'GET', work: 'cache-hit' }, { ratio: 0.7 }),
      params,
    );
    const { lesson } = charts.find(({ id }) => id === 'bare-gets')!;
    expect(lesson).toContain('a sentinel answers, the funnel does 0.95 (0.90 … 1.00) times');
    expect(lesson).toContain('a value does, 0.70 (0.90 … 1.00) times those, and 1.00');
  });

  it.each([{ range: 200_000 }, { deleted: 200_001 }, { requests: 0 }])('refuses %o', (changes) => {
    const parsed = funnel.parameters.safeParse({ ...params, ...changes });
    expect(parsed.error!.issues[0]!.path).toEqual(Object.keys(changes));
  });
});
