import { describe, expect, it } from 'vitest';
import { notComparable } from '../src/lab/audit.ts';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { onRows } from './rows.test.fixture.ts';
import { systemsRows } from './systems/rows.test.fixture.ts';
import { systems } from './systems.ts';

const params = systems.presets.quick;
const { altered, broken, wordOf, words } = onRows(systems, params, systemsRows);

const under = (system: string, traffic: string): Row => ({ pass: 'requests', system, traffic });
const s2Deleted = under('S2, as written', 'deleted');
const s3Zipfian = under('S3, filter of cached keys', 'zipfian');
const s4Repeat = under('S4, null cache', 'repeat');
const census: Row = { pass: 'cached keys' };
const alone: Row = { pass: 'strings', way: 'one thread' };
const client = (name: string): Row => ({ pass: 'restart', client: name });

describe('systems', () => {
  it('gives the words that the articles deserve, and all it expects holds', () => {
    expect(words(systemsRows()).toSorted()).toEqual([
      ...['S2-02 reproduced', 'S2-07 conditional', 'S2-08 reproduced', 'S2-12 reproduced'],
      ...['S2-15 refuted', 'S2-17 conditional', 'S2-20 reproduced', 'S2-22 conditional'],
      ...['S3-54 conditional', 'S3-62 refuted', 'S3-63 refuted', 'S3-64 conditional'],
      ...['S3-65 refuted', 'S4-07 refuted', 'S4-10 refuted', 'S4-18 reproduced'],
      ...['S4-19 reproduced', 'S4-21 reproduced'],
    ]);
    expect(broken(systemsRows())).toEqual([]);
  });

  it.each<[claim: string, row: Row, changes: Row, word: string]>([
    ['S2-02', s2Deleted, { 'db-miss': 1_000 }, 'refuted'],
    ['S2-02', s2Deleted, { ttlSecondsMax: 180 }, 'refuted'],
    ['S2-02', s2Deleted, { 'sentinel-hit': 0 }, 'unproven'],
    ['S2-07', { pass: 'loading', way: 'in batches' }, { bitmapBytes: 100 }, 'refuted'],
    ['S2-08', { pass: 'toy' }, { containsOther: true }, 'refuted'],
    ['S2-08', { pass: 'toy' }, { bitsOfOne: '2, 5' }, 'refuted'],
    ['S2-12', { pass: 'loading', way: 'one by one' }, { evals: 20 }, 'refuted'],
    ['S2-17', under('S2, one filter object', 'repeat'), { roundTrips: 0 }, 'reproduced'],
    ['S2-17', under('S2, as written', 'repeat'), { lawsBroken: notComparable }, 'unproven'],
    ['S2-17', under('S2, as written', 'repeat'), { 'filter-reject': 0 }, 'unproven'],
    ['S2-20', { pass: 'deletion', filter: 'cuckoo' }, { keptLost: 1 }, 'refuted'],
    ['S2-22', { pass: 'together', system: 'S2, as written' }, { passed: 1 }, 'reproduced'],
    ['S2-22', s2Deleted, { selects: 101 }, 'refuted'],
    ['S3-54', under('S0, filter', 'zipfian'), { wrong404s: 1 }, 'refuted'],
    ['S3-54', under('S0, filter', 'random'), { 'db-miss': 500 }, 'refuted'],
    ['S3-54', s3Zipfian, { wrong404s: 0 }, 'reproduced'],
    ['S3-63', census, { loaded: 499 }, 'reproduced'],
    ['S3-63', census, { evicted: 0 }, 'unproven'],
    ['S3-64', census, { rejectedAbsent: 5_000 }, 'refuted'],
    ['S3-65', census, { entries: 4_000 }, 'reproduced'],
    ['S4-07', s4Repeat, { marksHandedOut: 0 }, 'reproduced'],
    ['S4-10', s4Repeat, { marksHandedOut: 1_000 }, 'reproduced'],
    ['S4-18', alone, { nullAnswer: true }, 'refuted'],
    ['S4-19', alone, { beforeFill: true }, 'refuted'],
    ['S4-21', { pass: 'strings', way: 'load, or, store' }, { lostOfFirst: 0 }, 'refuted'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(systemsRows(), claim)).not.toBe(word);
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it('calls a restart harmless only where nothing fails and closed shops are gone', () => {
    const works = { failed: 0, added: 'done' };
    const rows = altered(client('other figures'), works);
    expect(wordOf(rows, 'S2-15')).toBe('refuted');
    const rebuilt = rows.map((row) => (row.pass === 'restart' ? { ...row, closedPass: 0 } : row));
    expect(wordOf(rebuilt, 'S2-15')).toBe('reproduced');
  });

  it('says that S3’s cache protects only where no present id is called absent', () => {
    const rows = altered(s3Zipfian, { wrong404s: 0 });
    expect(wordOf(rows, 'S3-62')).toBe('refuted');
    const loaded = rows.map((row) =>
      row.pass === 'cached keys' ? { ...row, rejectedPresent: 0 } : row,
    );
    expect(wordOf(loaded, 'S3-62')).toBe('reproduced');
  });

  it.each<[name: RegExp, row: Row, changes: Row]>([
    [/agree with the servers/, under('S2, as written', 'random'), { lawsBroken: 'eval: 1, not 2' }],
    [/ended as an error/, under('S0, filter', 'random'), { error: 1 }],
    [/no entry expired/, s2Deleted, { expired: 1 }],
    [/turns a present id into a 404/, under('S4, null cache', 'zipfian'), { wrong404s: 1 }],
    [/flagged outside/, { pass: 'sizes', added: 100_000 }, { size: 'fits' }],
    [/flagged outside/, { pass: 'sizes', filter: 'S0' }, { size: 'fits' }],
  ])('the expectation %s can break', (name, row, changes) => {
    expect(broken(altered(row, changes))).toEqual([expect.stringMatching(name)]);
  });

  it('draws what was measured, and names what the server does not have', () => {
    const charts = systems.charts(systemsRows(), params);
    expectFinitePoints(charts);
    expect(charts[0]!.lesson).toContain('Not available on this server: RedisBloom');
    expect(charts[0]!.series.map(({ name }) => name)).not.toContain('RedisBloom');
  });

  it.each([{ range: 10_000 }, { deleted: 1_001 }, { together: 1 }, { requests: 0 }])(
    'refuses %o',
    (changes) => {
      const parsed = systems.parameters.safeParse({ ...params, ...changes });
      expect(parsed.error!.issues[0]!.path).toEqual(Object.keys(changes));
    },
  );
});
