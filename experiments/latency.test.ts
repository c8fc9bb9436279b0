import { describe, expect, it } from 'vitest';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { latencyRows } from './latency/rows.test.fixture.ts';
import { latency } from './latency.ts';
import { onRows } from './rows.test.fixture.ts';

const params = latency.presets.quick;
const { altered, broken, verdictOf, words } = onRows(latency, params, latencyRows);

const point = (level: string, defence: string): Row => ({
  ...{ pass: 'point', table: 'fits' },
  ...{ level, defence },
});
const flood = point('flood', 'none');
const oneClient: Row = { pass: 'one client' };
const inProcess: Row = { pass: 'in process', defence: 'bloom' };
const odd = ({ round }: Row) => Number(round) % 2 === 1;

describe('latency', () => {
  it('gives the words that the rows deserve, and all it expects holds', () => {
    expect(words(latencyRows())).toEqual([
      ...['S1-03 conditional', 'S1-04 conditional', 'S2-01 unproven'],
      ...['S3-04 conditional', 'S3-05 conditional'],
    ]);
    expect(broken(latencyRows())).toEqual([]);
  });

  it.each<[claim: string, row: Row, changes: Row | ((row: Row) => Row), word: string]>([
    ['S1-03', oneClient, { attackLoads: 100 }, 'reproduced'],
    ['S1-03', oneClient, { attackLoads: 10 }, 'refuted'],
    ['S1-03', oneClient, (row) => ({ attackLoads: odd(row) ? 10 : 900 }), 'unproven'],
    ['S1-04', flood, { normalErrors: 1, normalLoads: 39 }, 'reproduced'],
    ['S1-04', flood, { latencyNsP99: 4e6 }, 'refuted'],
    ['S1-04', flood, (row) => ({ latencyNsP99: odd(row) ? 1e6 : 1e9 }), 'unproven'],
    ['S1-04', flood, { latencyNsP99: null }, 'unproven'],
    ['S1-04', flood, { overloaded: true }, 'unproven'],
    ['S2-01', flood, { attackErrors: 1 }, 'reproduced'],
    ['S3-04', point('flood', 'bloom'), { attackRejected: 2_900 }, 'refuted'],
    ['S3-04', { pass: 'point', defence: 'bloom' }, { attackRequests: 0 }, 'unproven'],
    [
      'S3-05',
      point('flood', 'bloom'),
      (row) => ({ attackRequests: 20_000 + Number(row.round) }),
      'reproduced',
    ],
    ['S3-05', inProcess, (row) => ({ attackRequests: 9_000 + Number(row.round) }), 'refuted'],
    ['S3-05', inProcess, (row) => ({ attackRequests: odd(row) ? 6_000 : 900_000 }), 'unproven'],
  ])('%s follows from %o: with %o it is %s', (claim, row, changes, word) => {
    const finding = verdictOf(altered(row, changes), claim);
    expect(finding.verdict).toBe(word);
    expect(finding).not.toEqual(verdictOf(latencyRows(), claim));
  });

  it('says nothing of ratios after a single round', () => {
    const first = latencyRows().filter(({ round }) => round === 0);
    const found = latency.verdicts(first, params).map(({ verdict }) => verdict);
    expect(found).toEqual(['unproven', 'unproven', 'unproven', 'conditional', 'unproven']);
    expect(latency.charts(first, params).length).toBeGreaterThan(0);
  });

  it('gives a ratio with the t interval of its logarithm', () => {
    // 40 / 4 in every round, so the interval is the value itself.
    expect(verdictOf(latencyRows(), 'S1-04').measured).toContain('10.0 (10.0 … 10.0) times');
    // ln 5, ln 10, ln 20, ln 40: mean 2.649, s 0.8948, t(3) 3.1824, so 1.225 … 4.073.
    const spread = altered(flood, ({ round }) => ({
      latencyNsP99: 20e6 * 2 ** Number(round) * (1 + Number(round) / 10),
    }));
    expect(verdictOf(spread, 'S1-04').measured).toContain('14.1 (3.41 … 58.7) times');
  });

  it.each<[name: RegExp, row: Row, changes: Row]>([
    [/agree with the servers/, { pass: 'audit' }, { lawsBroken: 'GETs: 1, not 2' }],
    [/turns a normal user away/, point('quiet', 'bloom'), { normalRejected: 1, normalHits: 79 }],
    [/was answered once/, flood, { normalHits: 79 }],
    [/was answered once/, flood, { attackLoads: 999 }],
  ])('the expectation %s can break', (name, row, changes) => {
    expect(broken(altered(row, changes))).toEqual([expect.stringMatching(name)]);
  });

  it('draws every series, and leaves overloaded points out, saying so', () => {
    const charts = latency.charts(latencyRows(), params);
    expectFinitePoints(charts);
    expect(charts.some(({ lesson }) => lesson.includes('Left out'))).toBe(false);
    const [p50] = latency.charts(altered(flood, { overloaded: true }), params);
    expect(p50!.lesson).toMatch('too few requests to tell under the flood');
    expect(p50!.lesson).toMatch('Left out: 4 points');
  });

  it('refuses a range in which hardly an id is absent', () => {
    const parsed = latency.parameters.safeParse({ ...params, range: params.skus + 999 });
    expect(parsed.error!.issues[0]!.path).toEqual(['range']);
  });
});
