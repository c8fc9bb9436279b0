import { describe, expect, it } from 'vitest';
import { notComparable } from '../src/lab/audit.ts';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { onRows } from './rows.test.fixture.ts';
import { grammarPass } from './walkthrough/claim-passes.ts';
import { walkRows } from './walkthrough/rows.test.fixture.ts';
import { walkthrough } from './walkthrough.ts';

const params = walkthrough.presets.quick;
const { altered, broken, wordOf, words } = onRows(walkthrough, params, walkRows);

const first = { pass: 'first requests', defence: 'sentinel', request: 1 };
const second = { ...first, request: 2 };
const warm = { pass: 'warm', defence: 'both' };
const different = { pass: 'attack', defence: 'sentinel', attack: 'different' };

describe('walkthrough', () => {
  it('gives the words that the articles deserve, and all it expects holds', () => {
    expect(words(walkRows())).toEqual([
      ...['S0-34 reproduced', 'S0-40 reproduced', 'S1-12 reproduced', 'S1-14 reproduced'],
      ...['S1-15 reproduced', 'S1-27 reproduced', 'S1-31 conditional', 'S1-32 reproduced'],
    ]);
    expect(broken(walkRows())).toEqual([]);
  });

  it('fills in the numbers that article S0 leaves open', () => {
    const { measured } = walkthrough.verdicts(walkRows(), params)[1]!;
    expect(measured).toContain('the sentinel alone: 100 × one id: 0 / 1 / 100 / 1');
    expect(measured).toContain(
      '10,000 different ids: 0 / 10,000 / 10,000 / 10,000 | with the filter',
    );
    expect(measured).toContain('10,000 different ids: 10,000 / 0 / 0 / 0');
  });

  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    ['S0-34', warm, { bloom: '{"enabled":true,"ready":true,"added":1000}' }, 'refuted'],
    ['S0-40', different, { lawsBroken: 'GETs: 1, not 2' }, 'unproven'],
    ['S0-40', different, { pass: 'another' }, 'unproven'],
    ['S1-12', first, { value: 'none' }, 'refuted'],
    ['S1-12', first, { statuses: '200' }, 'refuted'],
    ['S1-12', first, { sets: 2 }, 'refuted'],
    ['S1-12', first, { lawsBroken: notComparable }, 'unproven'],
    ['S1-32', first, { commands: 'expire 1, get 1, set 1' }, 'refuted'],
    ['S1-32', different, { ttlSecondsMin: 60, ttlSecondsMax: 60 }, 'refuted'],
    ['S1-32', different, { ttlSecondsMax: 91 }, 'refuted'],
    ['S1-14', different, { ttlSecondsMax: 300 }, 'refuted'],
    ['S1-14', { pass: 'warm' }, { pass: 'another' }, 'unproven'],
    ['S1-15', { pass: 'grammar', text: '__nil__' }, { parses: true }, 'refuted'],
    ['S1-15', { pass: 'grammar' }, { pass: 'another' }, 'unproven'],
    ['S1-27', second, { 'sentinel-hit': 0 }, 'refuted'],
    ['S1-27', second, { request: 3 }, 'unproven'],
    ['S1-31', { pass: 'count plus one' }, { statuses: '404, 404, 404' }, 'reproduced'],
    ['S1-31', { pass: 'count plus one' }, { statuses: '200, 200, 200' }, 'refuted'],
    ['S1-31', { pass: 'count plus one' }, { pass: 'another' }, 'unproven'],
    ['S1-32', second, { commands: 'get 1, set 1' }, 'refuted'],
    ['S1-32', second, { selects: 1 }, 'refuted'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(walkRows(), claim)).not.toBe(word);
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it.each(['S0-34', 'S1-27'])('%s is unproven with another number of SKUs', (claim) => {
    const few = onRows(walkthrough, { ...params, skus: 1_000 }, walkRows);
    expect(few.wordOf(walkRows(), claim)).toBe('unproven');
  });

  it.each<[name: RegExp, row: Row, changes: Row]>([
    [/agree with the servers/, first, { lawsBroken: 'SETs: 1, not 2' }],
    [/is answered with 404/, different, { notFound: 99 }],
    [/a key for each sentinel/, different, { keys: 99 }],
    [/bloom.rejected rises/, { pass: 'attack', defence: 'both' }, { rejected: 0 }],
    [/builds the filter/, warm, { bloom: '{"enabled":true,"ready":false}' }],
    [/has just been inserted/, { pass: 'count plus one' }, { statuses: '404, 404, 200' }],
  ])('the expectation %s can break', (name, row, changes) => {
    expect(broken(altered(row, changes))).toEqual([expect.stringMatching(name)]);
  });

  it('takes nothing amiss that ends on a busy machine', () => {
    expect(broken(altered(different, { expired: 50 }))).toEqual([]);
  });

  it('tells texts that are JSON from those that are not', () => {
    const parsed = grammarPass().flatMap(({ row }) => (row.parses ? [row.text] : []));
    expect(parsed).toEqual(['null', '"__nil__"']);
  });

  it('draws every point, and its lessons follow from the rows', () => {
    const charts = walkthrough.charts(walkRows(), params);
    expectFinitePoints(charts);
    expect(charts.map(({ lesson }) => lesson)).toEqual([
      'Queries at MySQL with the sentinel alone: 1 for 100 requests of one id and 11,100 for ' +
        '11,100 requests of different ids; with the filter: 0 for 100 requests of one id and 0 ' +
        'for 11,100 requests of different ids.',
      '11,200 requests leave 11,101 keys with the sentinel alone, 0 with the filter.',
    ]);
    expect(charts[1]!.series.map(({ name }) => name)).toEqual(['sentinel', 'filter']);
    const changed = walkthrough.charts(altered(different, { selects: 5, keys: 6 }), params);
    expect(changed[0]!.lesson).toContain('15 for 11,100 requests of different ids');
    expect(changed[1]!.lesson).toContain('19 keys with the sentinel alone');
  });

  it.each([{ range: 200_000 }, { different: [5, 5] }, { different: [] }, { skus: 1 }])(
    'refuses %o',
    (changes) => {
      const parsed = walkthrough.parameters.safeParse({ ...params, ...changes });
      expect(parsed.error!.issues[0]!.path).toEqual(Object.keys(changes));
    },
  );
});
