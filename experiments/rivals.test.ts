import { describe, expect, it } from 'vitest';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { falsePositives } from './rivals/precomputed.ts';
import { rivalsRows } from './rivals/rows.test.fixture.ts';
import { rivals } from './rivals.ts';
import { onRows } from './rows.test.fixture.ts';

const params = rivals.presets.quick;
const { altered, broken, wordOf, words } = onRows(rivals, params, rivalsRows);

const under = (rival: string, traffic: string): Row => ({ pass: 'requests', rival, traffic });
const bloomFound = under('bloom', 'precomputed');
const localAgain = under('both + local rows', 'zipfian again');

/** The rows of a range in which the filter has no false positive. */
const noneFound = () => rivalsRows().filter(({ traffic }) => traffic !== 'precomputed');

describe('rivals', () => {
  it('gives the words that the article deserves, and all it expects holds', () => {
    expect(words(rivalsRows())).toEqual([
      'S0-13 conditional',
      'S0-43 reproduced',
      'S0-44 reproduced',
    ]);
    expect(broken(rivalsRows())).toEqual([]);
  });

  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    ['S0-13', bloomFound, { selects: 69 }, 'reproduced'],
    ['S0-43', localAgain, { gets: 100 }, 'refuted'],
    ['S0-43', localAgain, { answeredByRival: 0 }, 'unproven'],
    ['S0-44', bloomFound, { 'db-miss': 206 }, 'refuted'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(rivalsRows(), claim)).not.toBe(word);
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it.each(['S0-13', 'S0-44'])('%s is unproven where no false positive was found', (claim) => {
    expect(wordOf(noneFound(), claim)).toBe('unproven');
  });

  it.each<[name: RegExp, row: Row, changes: Row]>([
    [/agree with the servers/, under('range', 'random'), { lawsBroken: 'GETs: 1, not 2' }],
    [/agree with the servers/, { pass: 'buckets', clients: 10 }, { lawsBroken: 'GETs: 1, not 2' }],
    [/ended as an error/, under('none', 'random'), { error: 1 }],
    [/no entry expired/, under('both', 'deleted'), { expired: 1 }],
    [/turns a present id into a 404/, under('bitmap', 'zipfian'), { wrong404s: 1 }],
    [/turns a present id into a 404/, { pass: 'buckets', clients: 1 }, { wrong404s: 1 }],
    [/a guess of b bits/, { pass: 'tags', tagBits: 8 }, { forgedPass: 1_000 }],
    [/a guess of b bits/, { pass: 'tag checks' }, { forgedPass: 1 }],
  ])('the expectation %s can break', (name, row, changes) => {
    expect(broken(altered(row, changes))).toEqual([expect.stringMatching(name)]);
  });

  it('draws every rival, also where no false positive was found', () => {
    expectFinitePoints(rivals.charts(rivalsRows(), params));
    expectFinitePoints(rivals.charts(noneFound(), params));
  });

  it('says what stops which attack as the rows have it', () => {
    const lesson = (rows: readonly Row[]) => rivals.charts(rows, params)[0]!.lesson;
    expect(lesson(rivalsRows())).toContain(
      'precomputed: stopped by keyed bloom, range, bitmap, tagged ids. deleted: stopped by nothing.',
    );
    expect(lesson(altered(bloomFound, { 'db-miss': 0 }))).toContain(
      'precomputed: stopped by bloom, keyed bloom',
    );
  });

  it.each([{ range: 200_000 }, { scanTo: 200_000 }, { deleted: 200_001 }, { attackers: [1, 1] }])(
    'refuses %o',
    (changes) => {
      const parsed = rivals.parameters.safeParse({ ...params, ...changes });
      expect(parsed.error!.issues[0]!.path).toEqual(Object.keys(changes));
    },
  );
});

describe('false positives that are known beforehand', () => {
  it('are the four of the article’s filter up to 10^7, and none of a few ids', async () => {
    const known = [3_703_687, 4_500_719, 8_778_062, 9_130_835];
    const { signal } = new AbortController();
    expect(await falsePositives(200_000, 10_000_000, signal)).toEqual(known);
    expect(await falsePositives(1_000, 100_000, signal)).toEqual([]);
  });
});
