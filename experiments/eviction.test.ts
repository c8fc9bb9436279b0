import { describe, expect, it } from 'vitest';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { conditionsOf, policies } from './eviction/plan.ts';
import { evictionRows } from './eviction/rows.test.fixture.ts';
import { kept, ranking, roundsInOrder } from './eviction/select.ts';
import { eviction } from './eviction.ts';
import { onRows } from './rows.test.fixture.ts';

const params = eviction.presets.quick;
const { altered, broken, wordOf, words } = onRows(eviction, params, evictionRows);

const refusing = { pass: 'round', policy: 'noeviction' };
const funnelFull = { pass: 'funnel', policy: 'noeviction' };
const funnelBoth = { pass: 'funnel', defence: 'both' };
const volatile = { pass: 'round', policy: 'volatile-lru', hotTtl: false };

describe('eviction', () => {
  it('gives the words that the article deserves, and all it expects holds', () => {
    expect(words(evictionRows())).toEqual(['S2-04 conditional', 'S2-05 conditional']);
    expect(broken(evictionRows())).toEqual([]);
  });

  it.each([
    ['S2-04', refusing, { evicted: 1 }, 'reproduced'],
    ['S2-04', { pass: 'round' }, { evicted: 0 }, 'refuted'],
    ['S2-04', refusing, { policy: 'allkeys-random' }, 'unproven'],
    ['S2-05', { pass: 'round' }, { hits: 99 }, 'reproduced'],
    ['S2-05', { pass: 'round' }, { hits: 100 }, 'refuted'],
    // Memory that never ended shows nothing, nor does a policy that keeps what it has.
    ['S2-04', { pass: 'round' }, { evicted: 0, refused: 0 }, 'unproven'],
    ['S2-05', { pass: 'round' }, { evicted: 0, refused: 0, hits: 100 }, 'unproven'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(evictionRows(), claim)).not.toBe(word);
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it('finds nothing where no policy that evicts was tried', () => {
    const only = evictionRows().filter(
      ({ pass, policy }) => pass === 'funnel' || policy === 'none' || policy === 'noeviction',
    );
    expect(words(only)).toEqual(['S2-04 unproven', 'S2-05 unproven']);
  });

  it('takes a round for the unit of its intervals, and gives one round none', () => {
    const lru = { policy: 'allkeys-lru', hotTtl: false } as const;
    const apart = altered({ ...lru, round: 1, readBefore: false, pace: 'paced' }, { hits: 60 });
    // 0.62 ± t(1) · s/√2 with t = 12.7062 and s/√2 = 0.02.
    expect(kept(apart, lru)!.interval).toEqual({
      low: expect.closeTo(0.3659, 4),
      high: expect.closeTo(0.8741, 4),
    });
    const one = evictionRows().filter(({ round }) => round !== 1);
    expect(kept(one, lru)!.interval).toBeUndefined();
    expect(words(one)).toEqual(['S2-04 conditional', 'S2-05 conditional']);
    expectFinitePoints(eviction.charts(one, params));
  });

  it('says what the rows say of noeviction', () => {
    const lessons = (rows: readonly Row[]) =>
      eviction.charts(rows, params).map((one) => one.lesson);
    expect(lessons(evictionRows())[1]).toContain('noeviction evicted 0 keys and refused 73 %');
    expect(lessons(altered(refusing, { evicted: 2 }))[1]).toContain('noeviction evicted 8 keys');
  });

  it.each([
    [/agree with the servers/, { ...volatile, round: 1 }, { lawsBroken: 'SETs: 1, not 2' }],
    [/without maxmemory/, { policy: 'none' }, { evicted: 1 }],
    [/without maxmemory/, { policy: 'none' }, { refused: 1 }],
    [/noeviction evicts/, refusing, { evicted: 1 }],
    [/noeviction evicts/, refusing, { hotLeft: 499 }],
    [/volatile policies/, volatile, { hotLeft: 499 }],
    [/volatile policies/, volatile, { hits: 99 }],
    [/filter and sentinels/, funnelBoth, { evicted: 1 }],
    [/filter and sentinels/, funnelBoth, { hits: 749 }],
    [/no request’s error/, funnelFull, { errors: 1 }],
    [/caching resumes/, funnelFull, { writeFailures: 5_000 }],
    [/caching resumes/, funnelFull, { afterwards: 'db-hit, db-hit, db-miss, db-miss' }],
  ])('the expectation %s can break', (name, row, changes) => {
    expect(broken(altered(row, changes))).toEqual([expect.stringMatching(name)]);
  });

  it('ranks the policies by the hot reads that hit, in rounds under the usual conditions', () => {
    const order = (hotTtl: boolean) => ranking(evictionRows(), hotTtl).map(({ policy }) => policy);
    expect(order(false).slice(-2)).toEqual(['allkeys-lfu', 'allkeys-lru']);
    expect(order(true).slice(-3)).toEqual(['allkeys-lfu', 'allkeys-lru', 'volatile-lru']);
    expect(kept(evictionRows(), { policy: 'allkeys-lru', hotTtl: false })).toMatchObject({
      ...{ rounds: 2, reads: 200, hitRatio: 0.64, leftShare: (4 * 64) / 500 },
    });
    expect(kept(evictionRows(), { policy: 'allkeys-random', hotTtl: false })).toBeUndefined();
  });

  it('counts the rounds in which the order is that of all rounds together', () => {
    expect(roundsInOrder(evictionRows(), false)).toBe(2);
    const other = altered({ policy: 'allkeys-lfu', round: 1, hotTtl: false }, { hits: 60 });
    expect(roundsInOrder(other, false)).toBe(1);
  });

  it('draws finite points in every chart, also where policies were left out', () => {
    expectFinitePoints(eviction.charts(evictionRows(), params));
    const few = evictionRows().filter(
      ({ pass, policy }) => pass === 'funnel' || policy === 'none' || policy === 'volatile-ttl',
    );
    const charts = eviction.charts(few, params);
    expect(charts.map(({ id }) => id)).toEqual(['hits', 'left', 'funnel']);
    expectFinitePoints(charts);
  });

  it('has a Redis for each policy and kind of hot keys, and for what else decides', () => {
    const names = conditionsOf(params).map((condition) => Object.values(condition).join('/'));
    expect(new Set(names).size).toBe(1 + 2 * policies.length + 4);
    const few = conditionsOf({ ...params, policies: ['volatile-ttl'] });
    expect(few.map(({ policy }) => policy)).toEqual(['none', 'volatile-ttl', 'volatile-ttl']);
  });

  it('refuses a policy twice', () => {
    const parsed = eviction.parameters.safeParse({
      ...params,
      policies: ['volatile-ttl', 'volatile-ttl'],
    });
    expect(parsed.error!.issues[0]!.path).toEqual(['policies']);
  });
});
