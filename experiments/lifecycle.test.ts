import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { params, standardRows } from './lifecycle/rows.test.fixture.ts';
import { lifecycle } from './lifecycle.ts';
import { onRows } from './rows.test.fixture.ts';
import { where } from './rows.ts';

let standard: readonly Row[];
const { altered, broken, verdictOf, wordOf, words } = onRows(lifecycle, params, () => standard);
beforeAll(async () => {
  standard = await standardRows();
});

describe('the pure passes', () => {
  it('show a swap that no reader sees, and a filter in place that refuses present ids', () => {
    const [swap, inPlace] = where(standard, { pass: 'swap' });
    expect(swap).toMatchObject({ looks: 42, looksOld: 41, looksNew: 1, looksMixed: 0 });
    expect(swap!.presentRejected).toBe(0);
    expect(inPlace!.looksMixed).toBeGreaterThan(30);
    expect(inPlace!.presentRejected).toBeGreaterThan(0);
  });

  it('let dead ids pass until a rebuild forgets them, and deny no live one', () => {
    const never = where(standard, { pass: 'churn', rebuildEvery: 0 });
    expect(never.map((row) => row.deadPassing)).toEqual([200, 400, 600]);
    const often = where(standard, { pass: 'churn', rebuildEvery: 1 });
    expect(often.map((row) => row.deadPassing)).toEqual([0, 0, 0]);
    expect([...never, ...often].every((row) => row.memberDenied === 0)).toBe(true);
  });
});

describe('the plan', () => {
  it('names every cell once, and leaves out what a preset does not want', () => {
    const keys = (changes: object) =>
      lifecycle.cells({ ...params, ...changes }).map(({ key }) => key);
    expect(new Set(keys({})).size).toBe(keys({}).length);
    expect(keys({})).toContain('processes');
    const few = keys({ inserts: 0, rounds: 0, generatedIds: 0, largeTable: 0 });
    expect(few.filter((key) => /^(processes|rebuild)/.test(key))).toEqual([]);
  });

  it('refuses a large table that is no other one', () => {
    const { success } = lifecycle.parameters.safeParse({ ...params, largeTable: params.skus });
    expect(success).toBe(false);
  });
});

describe('verdicts', () => {
  it('are these for standard rows', () => {
    expect(words(standard)).toEqual([
      'S0-28 conditional',
      'S0-31 reproduced',
      'S2-11 reproduced',
      'S0-32 reproduced',
      'S0-33 conditional',
      'S0-42 reproduced',
      'S1-09 reproduced',
      'S2-19 reproduced',
      'S4-03 reproduced',
      'S2-21 unproven',
    ]);
  });

  it.each<[string, Row, Row]>([
    ['S0-28', { pass: 'swap', way: 'swap' }, { looksMixed: 1 }],
    ['S0-28', { pass: 'swap', way: 'swap' }, { presentRejected: 1 }],
    ['S0-31', { phase: 'before the build', posture: 'open' }, { presentFound: 499 }],
    ['S0-31', { phase: 'before the build', posture: 'open' }, { absentToMysql: 0 }],
    ['S2-11', { phase: 'before the build', posture: 'closed' }, { presentFound: 500 }],
    ['S0-32', { how: 'by SQL' }, { outcomeAtOnce: 'db-hit' }],
    ['S0-33', { after: 'a second build' }, { checksum: 'cc' }],
    [
      'S0-33',
      { how: 'through the funnel, during a build' },
      { outcomeAfterBuild: 'filter-reject' },
    ],
    ['S0-42', { after: 'the first build' }, { memberDenied: 1 }],
    ['S1-09', { defence: 'both' }, { selects: 600 }],
    ['S2-19', { defence: 'bloom' }, { rejected: 600, selects: 0 }],
    ['S4-03', { defence: 'none' }, { selects: 0 }],
  ])('refute %s where %j has %j', (claim, values, changes) => {
    expect(wordOf(altered(values, changes), claim)).toBe('refuted');
  });

  it('tell what dead ids cost by the rows, though nothing can settle the claim', () => {
    const { measured } = verdictOf(altered({ pass: 'churn' }, { deadPassing: 123 }), 'S2-21');
    expect(measured).toContain('123 of 600 dead ids pass');
    expect(measured).toContain('123 of 600 one that is rebuilt');
  });
});

describe('expectations', () => {
  it('hold for standard rows, and for those of a run without processes and rebuilds', () => {
    expect(broken(standard)).toEqual([]);
    const few = standard.filter(({ pass }) => pass !== 'processes' && pass !== 'rebuild');
    expect(broken(few)).toEqual([]);
    expect(lifecycle.verdicts(few, params)).toHaveLength(10);
    expectFinitePoints(lifecycle.charts(few, params));
  });

  it.each<[string, Row, Row]>([
    ['agree with the servers', { defence: 'both' }, { lawsBroken: 'GETs: 1, not 2' }],
    ['no present id is refused', { pass: 'swap', way: 'swap' }, { presentRejected: 1 }],
    ['no present id is refused', { pass: 'churn', rebuildEvery: 5 }, { memberDenied: 1 }],
    ['no present id is refused', { after: 'a second build' }, { memberDenied: 1 }],
    ['no present id is refused', { during: 'rebuild', ids: 200_000 }, { wrong404: 1 }],
    ['no present id is refused', { phase: 'the window', posture: 'open' }, { windowWrong404: 1 }],
    [
      'no present id is refused',
      { phase: 'after the build', posture: 'open' },
      { presentFound: 1 },
    ],
    ['the old filter or the new one', { pass: 'swap', way: 'swap' }, { looksMixed: 1 }],
    ['the old filter or the new one', { pass: 'swap', way: 'swap' }, { looksNew: 0 }],
    ['the same bits', { after: 'its deletion and a build' }, { checksum: 'bb' }],
    ['the same bits', { after: 'an insert by SQL and a build' }, { checksum: 'aa' }],
    ['found at once', { how: 'through the funnel' }, { outcomeAtOnce: 'sentinel-hit' }],
    ['cut off from the news', { situation: 'stream cut' }, { foundAtOnce: 49 }],
    ['cut off from the news', { situation: 'stream cut' }, { unknownPassed: 19 }],
    ['whose stream was removed', { situation: 'stream removed' }, { foundLater: 49 }],
  ])('notice that "… %s …" does not hold where %j has %j', (name, values, changes) => {
    expect(broken(altered(values, changes))).toEqual([expect.stringContaining(name)]);
  });
});

describe('charts', () => {
  const lesson = (rows: readonly Row[], id: string) =>
    lifecycle.charts(rows, params).find((chart) => chart.id === id)!.lesson;

  it('have points, and numbers in all of them', () => {
    const charts = lifecycle.charts(standard, params);
    expect(charts.map(({ id }) => id)).toEqual(['wrong-404', 'churn', 'rebuild', 'news']);
    expectFinitePoints(charts);
  });

  it('say what these rows show', () => {
    expect(lesson(standard, 'wrong-404')).toBe(
      'SKUs that exist were refused in these cases: rebuild in place; start, closed; ' +
        'inserted elsewhere, without news.',
    );
    expect(lesson(standard, 'churn')).toContain('100 % of the deleted ids pass a filter that was');
    expect(lesson(standard, 'churn')).toContain('and 0 % one that is rebuilt');
    expect(lesson(standard, 'rebuild')).toContain('6 ms at most, within the 20 ms');
    const slow = altered({ during: 'rebuild', ids: 10_000_000 }, { blockNsMax: 3e7 });
    expect(lesson(slow, 'rebuild')).toContain('30 ms at most, above the 20 ms');
    expect(lesson(standard, 'news')).toContain('all within 0.7 ms; an insert takes 3 ms');
  });
});
