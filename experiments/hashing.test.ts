import { jStat } from 'jstat';
import { beforeAll, describe, expect, it } from 'vitest';
import { ledger } from '../src/claims/ledger.ts';
import type { Lab, Row } from '../src/lab/experiment.ts';
import { random } from '../src/workload/random.ts';
import { hashing } from './hashing.ts';
import { onRows } from './rows.test.fixture.ts';
import { find, where } from './rows.ts';

/** The smallest that is allowed, so that every pass is done. */
const params = { filters: 20, probes: 10_000, ids: 20_000, scan: 10_000_000 };

function labFor(key: string): Lab {
  const lab = {
    now: () => 0n,
    signal: new AbortController().signal,
    random: (...path: readonly string[]) => random('hashing.test', key, ...path),
  };
  return lab as unknown as Lab;
}

async function rowsOf(key: string): Promise<Row[]> {
  const cell = hashing.cells(params).find((one) => one.key === key)!;
  return (await hashing.run(cell, labFor(key), params)).map(({ row }) => row);
}

let rows: Row[];
const { altered, broken, wordOf, words } = onRows(hashing, params, () => rows);

beforeAll(async () => {
  const all = [];
  for (const { key } of hashing.cells(params)) all.push(...(await rowsOf(key)));
  rows = all;
}, 60_000);

describe('hashing', () => {
  it('gives the words that the articles deserve, each for a claim of the ledger', () => {
    const found = words(rows);
    expect(found.toSorted()).toEqual([
      ...['S0-11 reproduced', 'S0-23 refuted', 'S0-24 conditional', 'S0-25 reproduced'],
      ...['S0-26 refuted', 'S0-44 reproduced', 'S2-09 reproduced', 'S2-18 reproduced'],
      ...['S3-14 conditional', 'S3-15 reproduced', 'S3-17 reproduced', 'S3-18 conditional'],
      ...['S3-19 reproduced', 'S3-21 refuted', 'S3-23 conditional', 'S3-28 reproduced'],
      ...['S3-29 refuted', 'S3-32 refuted', 'S3-33 refuted', 'S3-34 refuted'],
      ...['S3-42 reproduced', 'S3-44 conditional', 'S3-48 conditional', 'S3-52 refuted'],
      ...['S3-53 conditional', 'S3-60 refuted', 'S4-02 conditional'],
      ...['S4-11 reproduced', 'S4-12 reproduced', 'S4-14 conditional', 'S4-15 refuted'],
      ...['S4-16 conditional', 'S4-17 reproduced'],
    ]);
    const known = ledger.map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining(found.map((word) => word.split(' ')[0])));
  });

  const s0 = { pass: 'scheme', scheme: 'S0' };
  const v3 = { pass: 'strings', scheme: 'S3 v3, strings' };
  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    ['S0-11', { pass: 'deletion' }, { lost: 0 }, 'refuted'],
    ['S0-23', { scheme: 'S0, mod before multiply' }, { differing: 0 }, 'reproduced'],
    ['S0-24', { scheme: 'S0, h2 = 0' }, { rateLow: 0 }, 'refuted'],
    ['S0-24', { scheme: 'sum wraps, h2 mod m = 0' }, { distinct: 1 }, 'reproduced'],
    ['S0-25', { pass: 'mixers' }, { flipLeast: 0.4 }, 'refuted'],
    ['S0-25', { pass: 'mixers' }, { chiSquareHigh: 2000 }, 'refuted'],
    ['S0-25', { pass: 'shapes', shape: 'snowflake' }, { fromFill: 0.02 }, 'refuted'],
    ['S0-26', { pass: 'crafted', scheme: 'S0' }, { rateLow: 0 }, 'reproduced'],
    ['S0-44', { pass: 'precomputed' }, { early: '3703687' }, 'refuted'],
    ['S2-09', { pass: 'letters', text: 'user:N' }, { falseNegatives: 1 }, 'refuted'],
    ['S3-14', { ...s0, size: 'many' }, { rateLow: 0.9 }, 'reproduced'],
    ['S3-17', { scheme: 'S3 v2', p: 0.01 }, { rateLow: 0.9 }, 'refuted'],
    ['S3-18', { text: 'words' }, { fromFill: 0.01 }, 'reproduced'],
    ['S3-19', { text: 'words' }, { falsePositives: 1 }, 'refuted'],
    ['S3-21', { scheme: 'S3 v1', n: 100_000 }, { fromFill: 0.01 }, 'reproduced'],
    ['S3-23', { ...s0, size: 'few' }, { rateLow: 0 }, 'refuted'],
    ['S3-28', { scheme: 'S3 v1', n: 100_000 }, { fromFill: 0.01 }, 'refuted'],
    ['S3-29', { scheme: 'S3 v1', n: 50_000 }, { fromFill: 0.1 }, 'reproduced'],
    ['S3-29', { scheme: 'S3 v1', n: 50_000 }, { falsePositives: 0 }, 'unproven'],
    ['S3-32', v3, { rateLow: 0.01 }, 'reproduced'],
    ['S3-33', v3, { rateLow: 0.01 }, 'reproduced'],
    ['S3-34', { pass: 'integers' }, { rateLow: 0.001 }, 'reproduced'],
    ['S3-42', { pass: 'shapes' }, { rateLow: 0.01 }, 'refuted'],
    ['S3-44', { scheme: 'MurmurHash3, two of 32 bits' }, { rateLow: 0.9 }, 'refuted'],
    ['S3-48', { ...v3, p: 0.001 }, { rate: 0.001 }, 'reproduced'],
    ['S3-52', { text: 'second half zero' }, { lost: 0 }, 'reproduced'],
    ['S3-53', { pass: 'stored', text: 'all bits' }, { lost: 0 }, 'reproduced'],
    ['S3-60', { pass: 'gzip' }, { gzipShare: 0.9 }, 'reproduced'],
    ['S4-02', { pass: 'attackers' }, { refused: 0 }, 'reproduced'],
    ['S4-14', { text: 'lowest bits' }, { sameLowestBit: 3 }, 'reproduced'],
    ['S4-15', { text: 'decimals below 10^6' }, { hitShare: 0.05 }, 'reproduced'],
    ['S4-16', { text: '4 random [a-z0-9]' }, { rateLow: 0 }, 'reproduced'],
    ['S4-17', { text: 'example' }, { answers: 'true, true, true, false' }, 'refuted'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(rows, claim)).not.toBe(word);
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it.each<[row: Row, changes: Row]>([
    [{ pass: 'shapes', shape: 'random' }, { falseNegatives: 1 }],
    [{ pass: 'gzip', n: 200_000 }, { fill: 0.25 }],
    [{ pass: 'crafted', scheme: 'S0', n: 500_000 }, { falsePositives: 975 }],
    [{ pass: 'precomputed' }, { early: '3703687 4500719 8778062' }],
    [{ ...s0, size: 'many' }, { falsePositives: 3000 }],
    [{ text: 'one bit flipped' }, { refused: 99 }],
    [{ text: 'whole' }, { refused: 1 }],
    [{ scheme: 'k independent hashes', size: 'many' }, { falsePositives: 1000 }],
  ])('breaks one expectation when %o is %o', (row, changes) => {
    expect(broken(rows)).toEqual([]);
    expect(broken(altered(row, changes))).toHaveLength(1);
  });

  it('gives the figures of the ledger where nothing is left to chance', () => {
    expect(find(rows, { pass: 'positions', scheme: 'S0, mod before multiply' })).toMatchObject({
      positions: 10_000,
      differing: 7_588,
    });
    const enumerated = { scheme: 'S3 v3, integers', shape: 'the next 10,000' };
    expect(find(rows, enumerated)).toMatchObject({ bits: 143_808, hashes: 10, falsePositives: 0 });
    expect(find(rows, { text: 'example' })).toMatchObject({ bitsSet: 21 });
    expect(where(rows, { pass: 'letters' }).flatMap((row) => row.largestOfFour ?? [])).toEqual([
      4_880, 48_800, 178_608, 290_360, 3_755_648, 6_351_320, 28_153_208,
    ]);
  });

  it('compresses the bits of every filter of the schemes, strings and letters', () => {
    const measured = rows.filter((row) => row.rate !== undefined && row.pass !== 'precomputed');
    for (const row of measured) {
      const fill = Number(row.fill);
      const entropy = -fill * Math.log2(fill) - (1 - fill) * Math.log2(1 - fill);
      // The fill is a mean over filters, and the entropy that of the last one.
      expect(row.entropyShare).toBeCloseTo(entropy, row.filters === 1 ? 9 : 1);
    }
    const numbered = find(rows, { pass: 'letters', text: 'user:N', n: 100_000 })!;
    expect(Number(numbered.gzipShare)).toBeLessThan(Number(numbered.entropyShare) / 10);
    const many = find(rows, { pass: 'scheme', scheme: 'S0', size: 'many' })!;
    expect(Number(many.gzipShare)).toBeGreaterThan(0.99);
  });

  it('counts distinct positions for ids and for strings', () => {
    const counted = where(rows, { pass: 'positions', text: 'user' });
    expect(counted.map(({ scheme, distinct }) => `${scheme}: ${distinct}`)).toEqual([
      ...['S3 v1: 3', 'S3 v2: 10', 'S3 v3, strings: 10', 'S4: 7'],
    ]);
  });

  it('draws the shares of S4’s hashes with the Clopper–Pearson interval of their counts', () => {
    const { series } = hashing.charts(rows, params).find(({ id }) => id === 'each-hash')!;
    expect(series[0]!.points).toHaveLength(7);
    for (const { y, low, high } of series[0]!.points) {
      const [hits, probes] = [Math.round(y! * params.probes), params.probes];
      const expected = [
        jStat.beta.inv(0.025, hits, probes - hits + 1),
        hits === probes ? 1 : jStat.beta.inv(0.975, hits + 1, probes - hits),
      ];
      expect([low, high]).toEqual(expected.map((end) => expect.closeTo(end, 6)));
    }
  });

  it.each([
    [{ probes: 0 }, '>=1000'],
    [{ filters: 19 }, '>=20'],
    [{ ids: 1_000_001 }, '<=1000000'],
    [{ scan: 1 }, '>=10000000'],
  ])('refuses %o before it begins', (changes, why) => {
    const { success, error } = hashing.parameters.safeParse({ ...params, ...changes });
    expect(success).toBe(false);
    expect(error!.message).toContain(why);
  });

  it('gives the same rows for the same seed', async () => {
    const keys = ['scheme/S0', 'letters', 'crafted'];
    const passes = ['scheme', 'letters', 'crafted'];
    const again = (await Promise.all(keys.map(rowsOf))).flat();
    const before = passes.flatMap((pass) =>
      where(rows, pass === 'scheme' ? { pass, scheme: 'S0' } : { pass }),
    );
    expect(again).toEqual(before);
  });

  it('shows every claim that it settles beside exactly one chart', () => {
    const shown = hashing.charts(rows, params).flatMap(({ claims }) => claims ?? []);
    const settled = hashing.verdicts(rows, params).map(({ claim }) => claim);
    expect(shown.toSorted()).toEqual(settled.toSorted());
  });
});
