import { describe, expect, it } from 'vitest';
import { ledger } from '../src/claims/ledger.ts';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { where } from './rows.ts';
import { sizes } from './speed/sizes-pass.ts';
import { speed } from './speed.ts';

const params = speed.presets.quick;
const around = (name: 'ns' | 'ratio', value: number): Row => ({
  ...{ [name]: value, [`${name}Low`]: 0.98 * value, [`${name}High`]: 1.02 * value },
});

const works: readonly Row[] = [
  ...[0, 0.25, 0.5, 0.75, 1].map((presentShare) => ({ operation: 'ask', presentShare })),
  { operation: 'build' },
];

function variant(contender: string, ns: number): Row[] {
  const common = { pass: 'variants', contender, reference: 'plain C++', warnings: '' };
  return works.map((work) => ({
    ...{ ...common, ...work, answers: 'scheme' },
    ...{ ...around('ns', ns), ...around('ratio', ns / 8) },
  }));
}

function pair(pass: string, row: Row, present: number, absent: number): Row[] {
  return [
    [0, absent],
    [1, present],
  ].map(([presentShare, ns]) => ({
    ...{ pass, ...row, presentShare: presentShare!, ...around('ns', ns!), plainNs: 2 * ns! },
    ...{ memoryBytes: Number(row.bits) / 8 + 80_000, buildNs: 20, plainBuildNs: 26 },
  }));
}

/** As a run on a quiet machine gives them. */
const rows: readonly Row[] = [
  ...variant('plain C++', 8),
  ...variant('hasMany(Uint32Array)', 5),
  ...variant('has(number)', 11),
  ...variant('BitmapSet', 3),
  ...variant('empty WASM call', 2).map((row) => ({ ...row, answers: 'nothing' })),
  { pass: 'variants', contender: 'bloomfilter 1.1.0', operation: 'build', ns: null },
  ...[1, 2, 4, 10, 16, 24].flatMap((hashes) =>
    pair('hashes', { bits: 7_188_794, hashes }, 3 + hashes, 6).map((row) => ({
      ...row,
      probesPerQuery: row.presentShare === 0 ? 1.32 : hashes,
    })),
  ),
  ...[1e3, 1e6, 1e8].flatMap((bits) =>
    pair('sizes', { bits, hashes: 10, l1Bytes: 49_152, l2Bytes: 2 ** 20, l3Bytes: null }, 19, 5),
  ),
  {
    ...{ pass: 'rejections', contender: 'Funnel.detail, not awaited', heapBytes: 0.1 },
    ...{ operation: 'ask', presentShare: 0, warnings: '' },
    ...{ ...around('ns', 25), ...around('ratio', 3) },
  },
  ...['one shared filter', 'a filter each'].flatMap((contender, more) =>
    [0, 1].map((presentShare) => ({
      ...{ pass: 'readers', contender, operation: 'ask', presentShare, cores: 2 },
      ...{ ...around('ns', 5), ...around('ratio', 1.9 + more / 20 - presentShare / 10) },
    })),
  ),
  { pass: 'locks', lock: 'none', cores: 2, ...around('ns', 8), ...around('ratio', 1.9) },
  {
    pass: 'locks',
    lock: 'std::shared_mutex',
    cores: 2,
    ...around('ns', 20),
    ...around('ratio', 0.6),
  },
  { pass: 'locks', lock: 'std::mutex', cores: 2, ...around('ns', 18), ...around('ratio', 0.5) },
  ...[8, 24, 64, 256].map((length) => ({
    ...{ pass: 'string hashes', length, ...around('ns', length / 4), ...around('ratio', 1.5) },
  })),
];

/** The rows, those with `values` changed. */
function altered(values: Row, changes: Row): Row[] {
  const chosen = new Set(where(rows, values));
  expect(chosen.size).toBeGreaterThan(0);
  return rows.map((row) => (chosen.has(row) ? { ...row, ...changes } : row));
}

const verdictOf = (from: readonly Row[], claim: string) =>
  speed.verdicts(from, params).find((verdict) => verdict.claim === claim)!;

describe('speed', () => {
  it('gives the words that the articles deserve, each for a claim of the ledger', () => {
    const words = speed.verdicts(rows, params).map(({ claim, verdict }) => [claim, verdict]);
    expect(Object.fromEntries(words)).toEqual({
      'S0-12': 'conditional',
      'S3-38': 'refuted',
      'S3-45': 'conditional',
    });
    const known = ledger.map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining(words.map(([claim]) => claim)));
  });

  const shared = { pass: 'locks', lock: 'std::shared_mutex' };
  const hash = { pass: 'string hashes' };
  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    [
      'S0-12',
      { pass: 'hashes', hashes: 10, presentShare: 0 },
      { probesPerQuery: 10 },
      'reproduced',
    ],
    ['S3-38', shared, around('ratio', 1.5), 'reproduced'],
    ['S3-38', shared, { ratioHigh: 1.2 }, 'unproven'],
    ['S3-38', { pass: 'locks', lock: 'none' }, { ratioLow: 1 }, 'unproven'],
    ['S3-38', { pass: 'locks' }, { ns: null }, 'unproven'],
    ['S3-45', { ...hash, length: 256 }, around('ratio', 0.8), 'reproduced'],
    ['S3-45', { ...hash, length: 8 }, { ratioLow: 0.9 }, 'refuted'],
    ['S3-45', hash, { ns: null }, 'unproven'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(verdictOf(rows, claim).verdict).not.toBe(word);
    expect(verdictOf(altered(row, changes), claim).verdict).toBe(word);
  });

  it('leaves the claims about C++ open where nothing was compiled, and draws what there is', () => {
    const plain = rows
      .filter(({ pass }) => pass !== 'locks' && pass !== 'string hashes')
      .map((row) => (row.plainNs === undefined ? row : { ...row, plainNs: null }));
    for (const claim of ['S3-38', 'S3-45']) {
      expect(verdictOf(plain, claim)).toMatchObject({ verdict: 'unproven', evidence: 'source' });
    }
    expectFinitePoints(speed.charts(plain, params));
  });

  it.each<[expectation: string, row: Row, changes: Row]>([
    ['no time is too short', { contender: 'has(number)' }, { warnings: 'zero-dominated' }],
    ['takes no heap', { pass: 'rejections' }, { heapBytes: 24 }],
    ['at most 128 KiB', { pass: 'sizes', bits: 1e6 }, { memoryBytes: 256_073 }],
  ])('breaks the expectation “… %s …” by %o with %o', (name, row, changes) => {
    const broken = (from: readonly Row[]) =>
      speed.expectations(from, params).filter(({ holds }) => !holds);
    expect(broken(rows)).toEqual([]);
    const [only, ...others] = broken(altered(row, changes));
    expect(only?.name).toContain(name);
    expect(others).toEqual([]);
  });

  it('draws each variant, plain C++ and the caches that are known', () => {
    const charts = speed.charts(rows, params);
    expectFinitePoints(charts);
    const names = charts.map(({ series }) => series.map(({ name }) => name));
    expect(names[0]).toEqual(['plain C++', 'hasMany(Uint32Array)', 'has(number)', 'BitmapSet']);
    expect(names[2]).toContain('plain C++, absent');
    expect(charts[5]!.series[0]!.points.map(({ x, y }) => [x, y])).toEqual([
      ['empty WASM call', 2],
      ['has(number)', 11],
      ['Funnel.detail, not awaited', 25],
    ]);
    const caches = charts[2]!.series.at(-1)!;
    expect(caches.points.map(({ x, note }) => [note, x])).toEqual([
      ['L1', 393_216],
      ['L2', 8_388_608],
    ]);
  });

  it('says in its lessons what the rows say', () => {
    const lessons = (from: readonly Row[]) =>
      speed.charts(from, params).map(({ lesson }) => lesson);
    expect(lessons(rows)[0]).toContain('takes 5.0 ns when many are asked at once and 11.0 ns');
    expect(lessons(rows)[1]).toContain('with the same bits: hasMany(Uint32Array), BitmapSet.');
    expect(lessons(rows)[5]).toContain('not awaited: 40 million a second, 0 bytes of heap each.');
    const slow = altered({ pass: 'variants' }, around('ratio', 1.2));
    expect(lessons(slow)[1]).toContain('No filter with these bits takes less time');
    expect(lessons(rows)[3]).toContain('a present id comes to take 6.8 times as long');
    expect(lessons(rows)[4]).toContain('answer 1.90 times as many queries for absent ids');
    expect(lessons(rows)[4]).toContain('and 1.80 times as many for present ones');
    expect(lessons(rows)[4]).toContain('over a filter each it is 1.95 and 1.85 times.');
    const oneCore = altered({ pass: 'readers' }, { ns: null, ratio: null });
    expect(lessons(oneCore)).toHaveLength(5);
  });
});

describe('sizes', () => {
  it('go by half decades from 10^3 to the largest', () => {
    expect(sizes(1e5)).toEqual([1_000, 3_162, 10_000, 31_623, 100_000]);
    expect(sizes(200_000).at(-1)).toBe(200_000);
  });
});
