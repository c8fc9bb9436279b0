import { beforeAll, describe, expect, it } from 'vitest';
import type { Lab, Row } from '../src/lab/experiment.ts';
import { onRows } from './rows.test.fixture.ts';
import { sizing } from './sizing.ts';

const own = sizing.presets.quick;

/** The rows of the cells that `params` have and `but` have not. */
async function rowsOf(params: typeof own, but?: typeof own): Promise<Row[]> {
  const known = new Set(but && sizing.cells(but).map(({ key }) => key));
  const cells = sizing.cells(params).filter(({ key }) => !known.has(key));
  const results = await Promise.all(cells.map((cell) => sizing.run(cell, {} as Lab, params)));
  return results.flat().map(({ row }) => row);
}

let rows: readonly Row[];
const { altered, broken, wordOf, words } = onRows(sizing, own, () => rows);

beforeAll(async () => {
  rows = await rowsOf(own);
});

const s0 = { filter: 'sized', n: 500_000, p: 0.001 };
const s3 = { filter: 'sized', n: 1_000_000, p: 0.01 };

describe('sizing', () => {
  it('gives the words that the articles deserve', () => {
    expect(words(rows)).toEqual([
      ...['S2-13 reproduced', 'S3-07 conditional', 'S3-08 reproduced', 'S3-09 reproduced'],
      ...['S3-10 reproduced', 'S3-11 reproduced', 'S3-16 reproduced', 'S3-41 refuted'],
      ...['S4-13 reproduced', 'S4-20 unproven'],
    ]);
  });

  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    ['S2-13', { filter: 'S2', n: 10_000 }, { bits: 95_851 }, 'refuted'],
    ['S2-13', { filter: 'S2', n: 10_000 }, { hashes: 6 }, 'refuted'],
    ['S3-07', s3, { bitsForHashes: 9_585_058 }, 'reproduced'],
    ['S3-08', s3, { hashes: 6 }, 'refuted'],
    ['S3-09', s3, { bits: 9_585_058 }, 'refuted'],
    ['S3-10', s3, { bytes: 1_198_134 }, 'refuted'],
    ['S3-11', s3, { bytes: 1_300_000 }, 'refuted'],
    ['S3-16', { filter: 'S3 fixed', n: 231_000 }, { bytes: 125_001 }, 'refuted'],
    ['S3-41', { filter: 'sized', n: 1_000_000 }, { rateCeil: 0 }, 'reproduced'],
    ['S4-13', { filter: 'S4', n: 3_320_000 }, { bits: 2 ** 24 }, 'refuted'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(rows, claim)).not.toBe(word);
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it('breaks an expectation when the article’s filter or a rate is another', () => {
    expect(broken(rows)).toEqual([]);
    expect(broken(altered(s0, { hashes: 9 }))).toHaveLength(1);
    expect(broken(altered(s3, { rate: 0.0104 }))).toHaveLength(1);
  });

  it.each([
    { n: 10_000, p: 0.9 },
    { n: 3, p: 0.99 },
    { n: 1, p: 5e-324 },
    { n: 1e12, p: 1e-308 },
    { n: 1_000_000, p: 0.015 },
  ])('takes a filter of one’s own like %o', async (changes) => {
    const added = await rowsOf(changes, own);
    expect(added).toHaveLength(1);
    for (const value of added.flatMap((row) => Object.values(row))) {
      if (typeof value === 'number') expect(Math.abs(value)).toBeLessThan(2 ** 53);
    }
    const all = [...rows, ...added];
    expect(sizing.expectations(all, own).every(({ holds }) => holds)).toBe(true);
    expect(wordOf(all, 'S3-41')).toBe('refuted');
  });
});
