import { describe, expect, it } from 'vitest';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { idSpacePass, setsPass } from './memory/filter-passes.ts';
import { breakEven, modelBytes, tablePlaces } from './memory/model.ts';
import { memory } from './memory.ts';
import { onRows } from './rows.test.fixture.ts';

const params = { ...memory.presets.quick, sentinels: [1_000, 6_000, 1_000_000] };
const server = { server: 'Redis 7.0.15', allocator: 'jemalloc-5.3.0' };

const computed = [idSpacePass(), setsPass(50), setsPass(200_000)].flat().map(({ row }) => row);

/** What quick gives on Debian's Redis, in a few of its rows. */
function standard(): Row[] {
  const forms = ['our key, __nil__', 'our key, empty text', 'shop:<id>, empty text'];
  return [
    ...computed,
    ...params.sentinels.map((sentinels) => ({
      ...{ pass: 'sentinels', sentinels, keys: sentinels, expired: 0, memoryUsageBytes: 88 },
      ...{ sentinelBytes: modelBytes(sentinels), ...server },
      bytesPerSentinel: modelBytes(sentinels) / sentinels,
    })),
    ...forms.map((form, index) => ({
      ...{ pass: 'forms', form, sentinels: 65_536, keys: 65_536, expired: 0 },
      bytesPerSentinel: [144, 144, 128][index]!,
    })),
    {
      ...{ pass: 'through the funnel', sentinels: 1_000, keys: 1_000, expired: 0 },
      ...{ sentinelBytes: 144_384, writerBytes: 144_384 },
      ...{ skus: 200_000, minId: '1', maxId: '200000', lawsBroken: '' },
    },
    ...[50, 200_000].map((skus) => ({
      ...{ pass: 'flood', skus, draws: 100_000, censusAbsent: 6_194_167, expired: 0 },
      ...{ distinctAbsent: skus === 50 ? 99_500 : 97_500, keys: skus === 50 ? 99_500 : 97_500 },
    })),
    ...[1, 2, 3, 4, 5, 6].map((atSecond) => ({
      ...{ pass: 'steady', atSecond, sent: 5_000 * atSecond, aliveExpected: 12_500 },
      keys: Math.min(5_000 * atSecond, 16_000),
    })),
    {
      ...{ pass: 'processes', processes: 8, filterBytes: 7_188_800, setBytes: 7_340_032 },
      ...{ rssBytes: 4e8, rssGrowthBytes: 8e6 },
    },
  ];
}

const { altered, broken, wordOf, words } = onRows(memory, params, standard);

const article = { pass: 'sets', set: 'bloom, 500,000 at 0.001' };
const million = { pass: 'sentinels', sentinels: 1_000_000 };
const short = { pass: 'forms', form: 'shop:<id>, empty text' };

describe('the model of sentinel bytes', () => {
  it.each([
    [1_000, 144_384],
    [65_536, 144 * 65_536],
    [65_537, 128 * 65_537 + 16 * 131_072],
    [262_144, 144 * 262_144],
  ])('of %d keys is %d', (keys, bytes) => expect(modelBytes(keys)).toBe(bytes));

  it('has tables of a power of two of places, 4 at least', () => {
    expect([0, 1, 4, 5, 8, 9, 2 ** 20 + 1].map(tablePlaces)).toEqual([4, 4, 4, 8, 8, 16, 2 ** 21]);
  });

  it('breaks even with the article’s filter at about 6,000, with eight at eight times that', () => {
    expect(breakEven(898_600)).toBe(5_997);
    expect(breakEven(8 * 898_600)).toBe(Math.ceil((8 * 898_600 - 16 * 65_536) / 128));
    for (const bytes of [1, 10_000, 898_600, 1e8]) {
      expect(modelBytes(breakEven(bytes))).toBeGreaterThanOrEqual(bytes);
      expect(modelBytes(breakEven(bytes) - 1) < bytes || breakEven(bytes) === 1).toBe(true);
    }
  });
});

describe('memory', () => {
  it('gives the words that the articles deserve, and all it expects holds', () => {
    expect(words(standard())).toEqual([
      ...['S0-02 conditional', 'S0-03 reproduced', 'S0-04 reproduced', 'S0-16 refuted'],
      ...['S0-17 refuted', 'S0-18 conditional', 'S0-19 reproduced', 'S0-41 reproduced'],
      ...['S1-10 refuted', 'S1-34 conditional', 'S2-02 conditional', 'S2-03 reproduced'],
    ]);
    expect(broken(standard())).toEqual([]);
  });

  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    ['S0-02', { pass: 'steady', atSecond: 6 }, { keys: 26_000 }, 'reproduced'],
    ['S0-02', { pass: 'steady' }, { atSecond: 2 }, 'unproven'],
    ['S0-03', { pass: 'through the funnel' }, { maxId: '200001' }, 'refuted'],
    ['S0-04', article, { setBytes: 2_000_000 }, 'refuted'],
    ['S0-16', { pass: 'flood', skus: 50 }, { keys: 50 }, 'reproduced'],
    ['S0-17', { pass: 'id space', range: 1e7 }, { absentShare: 0.9998 }, 'reproduced'],
    ['S0-18', { pass: 'flood', skus: 200_000 }, { keys: 100_000 }, 'reproduced'],
    ['S0-19', { ...article, skus: 50 }, { setBytes: 65_536 }, 'refuted'],
    ['S0-41', million, { sentinelBytes: 500_000 }, 'refuted'],
    ['S0-41', { pass: 'sentinels' }, { sentinels: 1_000 }, 'unproven'],
    ['S1-10', { pass: 'flood', skus: 50 }, { keys: 50 }, 'reproduced'],
    ['S1-34', { pass: 'sentinels' }, { bytesPerSentinel: 88 }, 'reproduced'],
    ['S2-02', short, { keys: 65_000 }, 'refuted'],
    ['S2-03', article, { filterBytes: 1e9 }, 'refuted'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(standard(), claim)).not.toBe(word);
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it.each<[name: RegExp, row: Row, changes: Row]>([
    [/nothing expired/, { pass: 'flood', skus: 50 }, { expired: 1 }],
    [/is one key/, million, { keys: 999_999 }],
    [/128·N/, million, { sentinelBytes: modelBytes(1_000_000) + 131_073 }],
    [/128·N/, million, { sentinelBytes: modelBytes(1_000_000) - 131_073 }],
    [/same bytes/, { pass: 'through the funnel' }, { writerBytes: 140_000 }],
    [/same bytes/, { pass: 'through the funnel' }, { keys: 999 }],
    [/servers’ own counters/, { pass: 'through the funnel' }, { lawsBroken: 'GETs: 1, not 2' }],
    [/one key for each distinct/, { pass: 'flood', skus: 50 }, { keys: 99_499 }],
  ])('the expectation %s can break', (name, row, changes) => {
    expect(broken(altered(row, changes))).toEqual([expect.stringMatching(name)]);
  });

  it('prints the model for other servers and asserts it of none but Redis 7.0.15', () => {
    const other = altered({ pass: 'sentinels' }, { server: 'Redis 8.0.0', sentinelBytes: 1 });
    expect(broken(other)).toEqual([]);
    const [model] = memory.expectations(other, params).filter(({ name }) => /128/.test(name));
    expect(model!.measured).toContain('Redis 8.0.0, jemalloc-5.3.0; printed, not asserted');
  });

  it('draws finite points in every chart', () => {
    expectFinitePoints(memory.charts(standard(), params));
  });

  it.each([
    [{ fewSkus: 200_000 }, 'fewSkus'],
    [{ range: 200_000 }, 'range'],
    [{ range: 1_100_000 }, 'range'],
    [{ rate: 50_000, seconds: 3_600 }, 'range'],
  ])('refuses %o', (changes, path) => {
    const parsed = memory.parameters.safeParse({ ...params, ...changes });
    expect(parsed.error!.issues[0]!.path).toEqual([path]);
  });
});
