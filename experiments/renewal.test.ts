import { describe, expect, it } from 'vitest';
import type { Lab, Row } from '../src/lab/experiment.ts';
import { random } from '../src/workload/random.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { drawsPass } from './renewal/draws-pass.ts';
import { Lives } from './renewal/lives.ts';
import { renewalRows } from './renewal/rows.test.fixture.ts';
import { Tally } from './renewal/tally.ts';
import { placeOf, variantsOf } from './renewal/variants.ts';
import { renewal } from './renewal.ts';
import { onRows } from './rows.test.fixture.ts';

const params = renewal.presets.quick;
const { altered, broken, wordOf, words } = onRows(renewal, params, renewalRows);

const article = { pass: 'group', group: 'range', ids: 500 };
const again = { pass: 'group', group: 'again and again' };
const unlimited = { pass: 'group', group: 'unlimited' };
const widest = { pass: 'ttl', jitter: 0.5 };
const bySql = { pass: 'visible', way: 'SQL' };

describe('renewal', () => {
  it('gives the words that the articles deserve, and all it expects holds', () => {
    expect(words(renewalRows()).toSorted()).toEqual([
      ...['S0-14 reproduced', 'S1-05 refuted', 'S1-06 refuted', 'S1-18 refuted'],
      ...['S1-19 conditional', 'S1-20 reproduced', 'S1-21 refuted', 'S1-22 refuted'],
      ...['S1-23 reproduced', 'S1-26 reproduced', 'S1-29 conditional', 'S1-30 refuted'],
      ...['S1-33 conditional', 'S2-22 conditional', 'S2-25 conditional', 'S4-05 conditional'],
      ...['S4-08 conditional', 'S4-09 conditional'],
    ]);
    expect(broken(renewalRows())).toEqual([]);
  });

  it.each([
    ['S0-14', widest, { keys: 0 }, 'refuted'],
    ['S1-05', { pass: 'draws', range: 1e6 }, { distinct: 1_000_000 }, 'reproduced'],
    ['S1-06', { pass: 'draws', range: 1e6 }, { present: 0 }, 'reproduced'],
    ['S1-18', again, { gapShortestSeconds: 0.5 }, 'reproduced'],
    ['S1-18', again, { gaps: 3 }, 'unproven'],
    ['S1-19', bySql, { seen: 29 }, 'unproven'],
    ['S1-19', bySql, { delaySecondsMin: 0.1, delaySecondsMax: 0.2 }, 'refuted'],
    ['S1-19', { pass: 'visible', way: 'funnel' }, { wrong404s: 1 }, 'reproduced'],
    ['S1-20', again, { gapMeanSeconds: 0.9 }, 'refuted'],
    // A machine that answers late lets fewer through, which says nothing of the TTL.
    ['S1-20', again, { gapMeanSeconds: 2 }, 'unproven'],
    ['S1-20', again, { gaps: 0 }, 'unproven'],
    ['S1-21', bySql, { seen: 0 }, 'unproven'],
    ['S1-22', article, { absorbedLow: 0.92, absorbedHigh: 0.95 }, 'reproduced'],
    ['S1-22', article, { absorbedLow: 0.85, absorbedHigh: 0.95 }, 'unproven'],
    ['S1-22', { pass: 'group' }, { windowSeconds: 2 }, 'unproven'],
    ['S1-23', { pass: 'group', group: 'ttl', baseSeconds: 4 }, { absorbedHigh: 0.1 }, 'refuted'],
    ['S1-23', article, { absorbedByTheory: 0.9 }, 'unproven'],
    ['S1-23', { pass: 'group', group: 'ttl', baseSeconds: 4 }, { absorbedLow: 0.2 }, 'unproven'],
    ['S1-26', widest, { ttlSecondsMax: 91 }, 'refuted'],
    ['S1-26', widest, { chiSquareP: 1e-9 }, 'refuted'],
    ['S1-26', widest, { ttlsIssued: 100 }, 'unproven'],
    ['S1-29', article, { gapShortestSeconds: 1.9 }, 'refuted'],
    ['S1-29', { pass: 'group' }, { windowSeconds: 2 }, 'unproven'],
    ['S1-30', widest, { keys: 0 }, 'reproduced'],
    ['S1-33', { pass: 'flood' }, { aliveFound: 2_270 }, 'refuted'],
    ['S1-33', article, { gapShortestSeconds: 1.9 }, 'refuted'],
    ['S2-22', again, { gapShortestSeconds: 0.1 }, 'refuted'],
    ['S2-22', again, { gaps: 0 }, 'unproven'],
    ['S2-25', { pass: 'draws' }, { distinct: 999_999 }, 'reproduced'],
    ['S2-25', { pass: 'draws' }, { distinct: 600_000 }, 'refuted'],
    ['S4-05', article, { absorbedByTheory: 0.9 }, 'unproven'],
    ['S4-08', unlimited, { absorbedHigh: 0.2 }, 'unproven'],
    ['S4-08', { pass: 'group', group: 'range' }, { absorbedLow: 0.01 }, 'reproduced'],
    ['S4-09', { pass: 'ttl', jitter: 0 }, { peakPer100Ms: 100 }, 'reproduced'],
    ['S4-09', { pass: 'bulk', jitter: 0 }, { peakQueriesPer100Ms: 0 }, 'unproven'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    expect(wordOf(renewalRows(), claim)).not.toBe(word);
    expect(wordOf(altered(row, changes), claim)).toBe(word);
  });

  it('S1-21 is reproduced where no row and no TTL is later than 60 s say', () => {
    const early = altered(bySql, { delaySecondsMax: 2.02 });
    const rows = early.map((row) => (row.pass === 'ttl' ? { ...row, ttlSecondsMax: 60 } : row));
    expect(wordOf(rows, 'S1-21')).toBe('reproduced');
  });

  it('claims no more in words than the rows have', () => {
    const measured = (rows: readonly Row[], claim: string) =>
      renewal.verdicts(rows, params).find((one) => one.claim === claim)!.measured;
    const none = altered(again, { gaps: 0 });
    for (const claim of ['S1-18', 'S2-22']) {
      expect(measured(none, claim)).toMatch(/^too short to tell: /);
      expect(measured(renewalRows(), claim)).toMatch(/^once a TTL: /);
    }
    expect(measured(altered(widest, { keys: 0 }), 'S1-30')).toMatch(/: no state$/);
    // The first look at Redis, before anything was written.
    const start = renewalRows().filter(
      ({ pass, atSecond }) => pass !== 'over time' || atSecond === 0,
    );
    expect(measured(start, 'S1-33')).not.toContain('NaN');
  });

  it.each([
    [/agree with the servers/, { pass: 'bulk', jitter: 0 }, { lawsBroken: 'GETs: 1, not 2' }],
    [/before the TTL/, article, { gapShortestSeconds: 1.9 }],
    [/Redis holds/, { pass: 'flood' }, { aliveFound: 2_270 }],
    [/Redis holds/, { pass: 'flood' }, { aliveFound: 2_301 }],
    [/has an end/, widest, { endless: 1 }],
    [/has an end/, widest, { ttlSecondsMin: 59 }],
    [/has an end/, widest, { keys: 9_999 }],
    [/has an end/, { pass: 'ttl', jitter: 0.1 }, { ttlSecondsMax: 64 }],
    [/found by the next/, { pass: 'visible', way: 'funnel' }, { wrong404s: 1, seen: 29 }],
    [/agree with the servers/, bySql, { lawsBroken: 'GETs: 1, not 2' }],
  ])('the expectation %s can break', (name, row, changes) => {
    expect(broken(altered(row, changes))).toEqual([expect.stringMatching(name)]);
  });

  it('does not hold Redis to what it refused', () => {
    expect(broken(altered({ pass: 'flood' }, { aliveFound: 0, writeFailures: 9 }))).toEqual([]);
  });

  it('draws finite points in every chart', () => {
    expectFinitePoints(renewal.charts(renewalRows(), params));
  });

  it('refuses a flood in which nothing would be counted', () => {
    const parsed = renewal.parameters.safeParse({ ...params, warmUpSeconds: params.seconds });
    expect(parsed.error!.issues[0]!.path).toEqual(['warmUpSeconds']);
  });
});

describe('the draws', () => {
  it('are counted: the new ones among them, and those that exist', () => {
    const ids = [0, 1, 1, 4, 5];
    const below = () => ids.shift() ?? 9;
    const lab = { random: () => ({ ...random('draws'), below }) } as unknown as Lab;
    const [first, second] = drawsPass(lab, { ...params, draws: 5, skus: 4 });
    // The ids 1, 2, 2, 5 and 6 where 1 … 4 exist; later draws are all 10.
    expect(first!.row).toMatchObject({ draws: 5, distinct: 4, present: 3 });
    expect(second!.row).toMatchObject({ distinct: 1, present: 0 });
  });
});

describe('the groups of a flood', () => {
  it('are told by their ids', () => {
    for (const [place, { firstId, ids }] of variantsOf(150, 200_000).entries()) {
      expect([placeOf(firstId), placeOf(firstId + ids - 1)]).toEqual([place, place]);
    }
  });

  it('have the article’s λT and its share of present ids, whatever the rate', () => {
    for (const rate of [60, 150, 3_000]) {
      const [present, ...absent] = variantsOf(rate, 200_000);
      const loads = absent
        .filter(({ group }) => group === 'range')
        .map(({ ratePerSecond, ids }) => (2.5 * ratePerSecond) / ids);
      for (const [index, load] of [0.075, 0.25, 0.75, 2.5, 7.5].entries()) {
        expect(loads[index]! / load).toBeCloseTo(1, 1);
      }
      const { ids, ratePerSecond } = absent.find(({ group }) => group === 'jitter')!;
      expect(present!.ids / (present!.ids + ids)).toBeCloseTo(0.2, 2);
      expect(present!.ratePerSecond / (present!.ratePerSecond + ratePerSecond)).toBeCloseTo(0.2);
    }
  });
});

describe('the lives of what a cache has written', () => {
  it('begin when a number is drawn and end after the seconds that it gives', () => {
    let nowNs = 0n;
    const lives = new Lives({ baseSeconds: 2, jitter: 0.5, now: () => nowNs });
    const floats = [0.49, 0.51];
    const watched = lives.watch({ ...random('lives'), float: () => floats.shift()! });
    expect(watched.float()).toBe(0.49);
    nowNs = 1_000_000_000n;
    watched.float();
    // The first lives from 0 to 2 s, the second from 1 to 4 s.
    expect([lives.count, lives.meanTtlSeconds]).toEqual([2, 2.5]);
    const at = (seconds: number, lateSeconds = 0) =>
      lives.aliveAt(BigInt(seconds * 1e9), BigInt(lateSeconds * 1e9));
    expect([at(0), at(1), at(1.999), at(2), at(3.999), at(4)]).toEqual([1, 2, 2, 1, 1, 0]);
    expect([at(2, 0.1), at(1.95, -0.1)]).toEqual([2, 1]);
  });
});

describe('a tally', () => {
  const seconds = (value: number) => value * 1e9;
  const record = (tally: Tally, id: number, asked: number, answered: number, outcome: string) =>
    tally.record(id, {
      index: 0,
      answer: { outcome: outcome as 'db-miss' },
      intendedNs: seconds(asked),
      latencyNs: seconds(answered - asked),
    });
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count);

  it('counts what is due in its window, and no errors', () => {
    const tally = new Tally({ fromNs: seconds(1), toNs: seconds(2) });
    record(tally, 1, 0.99, 1.5, 'sentinel-hit');
    record(tally, 1, 1, 1.1, 'sentinel-hit');
    record(tally, 2, 1.5, 2.5, 'db-miss');
    record(tally, 3, 1.6, 1.7, 'error');
    record(tally, 4, 2, 2.1, 'cache-hit');
    expect([sum(tally.requests), sum(tally.hits)]).toEqual([2, 1]);
  });

  it('measures from asking to the next that passes, and takes no joined request for one', () => {
    const tally = new Tally({ fromNs: 0, toNs: seconds(10) });
    record(tally, 1, 1, 1.2, 'db-miss');
    record(tally, 1, 1.1, 1.2, 'db-miss');
    record(tally, 2, 1.3, 1.4, 'db-miss');
    expect(tally.gaps).toBe(0);
    record(tally, 1, 3.3, 3.4, 'db-miss');
    expect([tally.gaps, tally.shortestNs / 1e9, tally.gapSumNs / 1e9]).toEqual([
      1,
      expect.closeTo(2.4),
      expect.closeTo(2.2),
    ]);
  });
});
