import { beforeAll, describe, expect, it } from 'vitest';
import { cellRandom } from '../src/lab/cell-random.ts';
import type { Lab, Row } from '../src/lab/experiment.ts';
import { fprSweep } from './fpr-sweep.ts';
import { onRows } from './rows.test.fixture.ts';
import { num, where } from './rows.ts';

const params = { ...fprSweep.presets.smoke, maxProbes: 200_000, precision: 0.1 };
let rows: readonly Row[];
const { altered, broken, wordOf, words } = onRows(fprSweep, params, () => rows);

beforeAll(async () => {
  const cells = fprSweep.cells(params).filter(({ key }) => !/^floors/.test(key));
  const results = await Promise.all(
    cells.map((cell) => {
      const lab = { random: cellRandom('1', fprSweep.id, cell.key) } as Lab;
      return fprSweep.run(cell, lab, params);
    }),
  );
  rows = results.flat().map(({ row }) => row);
});

const load = (filter: string, n?: number): Row => ({
  series: 'load',
  filter,
  ...(n === undefined ? {} : { n }),
});

describe('fpr-sweep', () => {
  it('gives the words that the articles deserve, and all it expects holds', () => {
    expect(words(rows)).toEqual([
      ...['S0-07 reproduced', 'S0-08 reproduced', 'S2-06 reproduced', 'S0-09 conditional'],
      ...['S0-10 conditional', 'S0-12 conditional', 'S2-16 conditional', 'S3-16 reproduced'],
      ...['S3-28 reproduced', 'S3-29 refuted', 'S3-47 conditional', 'S3-51 reproduced'],
      ...['S0-20 reproduced', 'S0-22 reproduced', 'S0-21 reproduced', 'S3-12 reproduced'],
      'S2-10 unproven',
    ]);
    expect(broken(rows)).toEqual([]);
  });

  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    ['S0-07', { pass: 'golden', n: 1_000 }, { fn: 1 }, 'refuted'],
    ['S0-08', load('S2', 10_000), { fn: 1 }, 'refuted'],
    ['S2-06', { pass: 'scan', to: 1_000_000 }, { fn: 1 }, 'refuted'],
    ['S0-09', load('S0'), { low: 0, high: 1 }, 'reproduced'],
    ['S0-10', { pass: 'scan', to: 1_000_000 }, { fp: 1 }, 'reproduced'],
    ['S0-12', { pass: 'probes', n: 200_000 }, { probesPerQuery: 10 }, 'reproduced'],
    ['S2-16', load('S2'), { low: 0 }, 'reproduced'],
    ['S3-16', load('S3', 100_000), { fp: 0 }, 'refuted'],
    ['S3-28', { series: 'shapes', keys: 'contiguous' }, { fp: 0 }, 'refuted'],
    ['S3-29', load('S3', 100_000), { fp: 1_000 }, 'reproduced'],
    ['S3-29', load('S3'), { fp: 99 }, 'unproven'],
    ['S3-47', { pass: 'golden', n: 1_000_000 }, { fp: 20_000 }, 'reproduced'],
    ['S3-51', load('S0', 1_000_000), { low: 0.001 }, 'refuted'],
    ['S0-20', load('S0', 500_000), { bits: 7_188_793 }, 'refuted'],
    ['S0-20', load('S0', 500_000), { low: 0.0012 }, 'refuted'],
    ['S0-22', load('S0', 500_000), { hashes: 11 }, 'refuted'],
    ['S0-21', { series: 'hashes', p: 0.001, hashes: 11 }, { high: 1e-4 }, 'refuted'],
    ['S3-12', { series: 'hashes', p: 0.01, hashes: 6 }, { high: 1e-3 }, 'refuted'],
    ['S2-10', { series: 'full' }, { low: 0.01001 }, 'refuted'],
    ['S2-10', { series: 'full' }, { high: 0.00999 }, 'reproduced'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it.each<[what: string, row: Row, changes: Row]>([
    ['a member is lost', { pass: 'golden', n: 1_000 }, { fn: 1 }],
    ['a golden filter has another count', { pass: 'golden', n: 10_000 }, { fp: 10_059 }],
    ['a golden filter has another bit', { pass: 'golden', n: 10_000 }, { bitsSet: 49_605 }],
    ['an id more passes the article’s filter', { pass: 'scan', to: 10_000_000 }, { fp: 5 }],
    ['another id passes it', { pass: 'scan', to: 10_000_000 }, { passingIds: '3703688' }],
    ['a filter is too full', load('S2', 10_000), { bitsSet: 55_000 }],
    ['a filter is too empty', load('S2', 10_000), { bitsSet: 45_000 }],
  ])('breaks an expectation when %s', (_, row, changes) => {
    expect(broken(altered(row, changes))).toHaveLength(1);
  });

  it('does not call a sound filter of one id too empty, however many there are', () => {
    // 10.41 bits each on average, where independent probes set 12.36.
    const shape = { n: 1, bits: 24, hashes: 17, filters: 2_000, bitsSet: 20_822 };
    const row = { pass: 'rates', scheme: 'double', keys: 'random', ...shape };
    expect(broken([...rows, row])).toEqual([]);
  });

  it('says of every rate how many of how many, and shows no hit as a bound', () => {
    const rates = where(rows, { pass: 'rates' });
    for (const row of rates) expect(num(row, 'rate')).toBe(num(row, 'fp') / num(row, 'probes'));
    const none = rates.filter(({ series, filter, fp }) => {
      return series === 'load' && filter === 'S0' && fp === 0;
    });
    expect(none.length).toBeGreaterThan(0);
    const chart = fprSweep.charts(rows, params).find(({ id }) => id === 'rate-by-load')!;
    const bounds = chart.series[0]!.points.filter(({ bound }) => bound === 'upper');
    expect(bounds.map(({ y }) => y)).toEqual(none.map(({ high }) => high));
  });

  it.each([
    [{ p: [0] }, 'must be from 1e-9 to 0.5 (0.01 = 1 %)'],
    [{ p: [1] }, 'must be from 1e-9 to 0.5 (0.01 = 1 %)'],
    [{ p: [Number.NaN] }, 'expected number'],
    [{ p: [] }, '>=1 items'],
    [{ n: [0] }, '>=1'],
    [{ n: [1.5] }, 'expected int'],
    [{ n: [1e8 + 1] }, '<=100000000'],
    [{ maxProbes: 0 }, '>=1000'],
    [{ filters: 19 }, '>=20'],
    [{ scanTo: 200_000 }, 'ids up to 200000 are members'],
  ])('refuses %o before it begins', (changes, why) => {
    const { success, error } = fprSweep.parameters.safeParse({ ...params, ...changes });
    expect(success).toBe(false);
    expect(error!.message).toContain(why);
  });
});
