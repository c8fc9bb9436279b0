import { describe, expect, it } from 'vitest';
import { noOutcomes } from '../src/funnel/outcomes.ts';
import { selectSku } from '../src/funnel/sku-schema.ts';
import { notComparable } from '../src/lab/audit.ts';
import type { Row } from '../src/lab/experiment.ts';
import { expectFinitePoints } from './charts.test.fixture.ts';
import { onRows } from './rows.test.fixture.ts';
import { isWaitingLoad } from './stampede/failure-pass.ts';
import { gapColumns } from './stampede/gap-columns.ts';
import { stampede } from './stampede.ts';

const params = stampede.presets.quick;
const kinds = ['absent', 'present'] as const;
const both = [false, true];

/** 50 expiries at a rate, W = 11 ms: what the model gives. */
function openRow(id: (typeof kinds)[number], singleFlight: boolean, rate: number): Row {
  const expectedEach = 1 + rate * 0.011;
  const each = singleFlight ? 1 : expectedEach + 0.1;
  const half = singleFlight ? 0 : 0.4;
  const loads = Math.round(50 * each);
  const [miss, hit] = id === 'absent' ? ['db-miss', 'sentinel-hit'] : ['db-hit', 'cache-hit'];
  return {
    ...{ pass: 'open', id, singleFlight, rate, requests: 2 * loads, ...noOutcomes() },
    ...{ [miss!]: loads, [hit!]: loads, joined: 0, dropped: 0, lateMisses: 0, expiries: 50 },
    ...{ selects: loads, loads, mostSelects: Math.ceil(each + half), windowMs: 11, expectedEach },
    ...{ selectsEach: each, selectsEachLow: each - half, selectsEachHigh: each + half },
    ...{ startLagNsP99: 2e6, lawsBroken: '' },
  };
}

/** What quick gives on a quiet machine. */
function standard(): Row[] {
  const bursts = { expiries: 3, lawsBroken: '' };
  return kinds.flatMap((id): Row[] => [
    ...params.rates.map((rate) => openRow(id, false, rate)),
    openRow(id, true, 3_000),
    ...both.flatMap((singleFlight) => [
      ...params.clients.map((clients) => {
        const selects = singleFlight ? 1 : clients;
        const counts = { fewestSelects: selects, mostSelects: selects, differentAnswers: 1 };
        const requests = 9 * clients;
        return { pass: 'closed', id, singleFlight, clients, requests, ...counts, ...bursts };
      }),
      ...[1, 2].map((processes) => {
        const selects = singleFlight ? processes : 64;
        const counts = { clients: 64, fewestSelects: selects, mostSelects: selects };
        return { pass: 'processes', id, singleFlight, processes, ...counts, ...bursts };
      }),
    ]),
    {
      ...{ pass: 'failure', id, clients: 64, error: 64, loads: 2 },
      next: id === 'absent' ? 'db-miss' : 'db-hit',
      afterwards: id === 'absent' ? 'sentinel-hit' : 'cache-hit',
    },
  ]);
}

const { altered, broken, verdictOf, wordOf } = onRows(stampede, params, standard);

describe('expectations', () => {
  it('all hold for rows as they should be', () => {
    expect(broken(standard())).toEqual([]);
  });

  it.each<[string, Row, Row]>([
    ['servers’ own counters', { pass: 'open', rate: 300 }, { lawsBroken: 'SELECTs: 3, not 2' }],
    ['finds it', { pass: 'open', rate: 300 }, { lateMisses: 1 }],
    ['one query an expiry', { pass: 'open', singleFlight: true }, { mostSelects: 2 }],
    ['one query an expiry', { pass: 'closed', singleFlight: true }, { mostSelects: 2 }],
    ['one query an expiry', { singleFlight: true, processes: 2 }, { mostSelects: 3 }],
    ['same answer', { pass: 'closed', clients: 64 }, { differentAnswers: 2 }],
    ['loads anew', { pass: 'failure' }, { error: 63 }],
    ['loads anew', { pass: 'failure' }, { next: 'error' }],
    ['loads anew', { pass: 'failure', id: 'present' }, { afterwards: 'db-hit' }],
    ['loads anew', { pass: 'failure' }, { loads: 3 }],
  ])('“… %s …” is broken where %o have %o', (name, values, changes) => {
    expect(broken(altered(values, changes))).toEqual([expect.stringContaining(name)]);
  });
});

it('SELECTs of others on a given server break nothing and refute nothing', () => {
  const others = { lawsBroken: notComparable, mostSelects: 900 };
  const rows = altered({ pass: 'closed' }, others);
  expect(broken(rows)).toEqual([]);
  expect(verdictOf(rows, 'S1-17').measured).not.toContain('900');
});

describe('verdicts', () => {
  it('once a minute is refuted by expiries that let more than one through', () => {
    const { verdict, measured, interval } = verdictOf(standard(), 'S1-17');
    expect(verdict).toBe('refuted');
    expect(measured).toContain('1,000/s: 12.1 [11.7, 12.5] (50 expiries), 1 + R·W = 12');
    expect(measured).toContain('4 of 4 intervals hold it. With single flight at most 1.');
    expect(measured).toContain('64: 64, 256: 256');
    expect(interval).toBe('[33.7, 34.5] at 3000/s');
  });

  it('once a minute is reproduced where all come together and one passes, else unproven', () => {
    const one = standard().map((row): Row => ({ ...row, fewestSelects: 1, mostSelects: 1 }));
    expect(wordOf(one, 'S1-17')).toBe('reproduced');
    const alone = one.filter((row) => row.pass !== 'closed' || row.clients === 1);
    expect(wordOf(alone, 'S1-17')).toBe('unproven');
  });

  it('one more at an expiry is conditional where those that come together all pass', () => {
    const { verdict, measured } = verdictOf(standard(), 'S0-38');
    expect(verdict).toBe('conditional');
    expect(measured).toContain('one by one; c at once, c:');
    const joined = altered({ pass: 'closed' }, { fewestSelects: 1, mostSelects: 1 });
    expect(wordOf(joined, 'S0-38')).toBe('reproduced');
    const none = altered({ pass: 'closed', clients: 1 }, { fewestSelects: 0, mostSelects: 0 });
    expect(wordOf(none, 'S0-38')).toBe('refuted');
    const few = standard().filter((row) => row.clients !== 1);
    expect(wordOf(few, 'S0-38')).toBe('unproven');
  });

  it('intervals beside 1 + R·W are not said to hold it', () => {
    const far = altered({ pass: 'open', id: 'absent', rate: 1_000 }, { expectedEach: 15 });
    expect(verdictOf(far, 'S1-17').measured).toContain('3 of 4 intervals');
  });

  it('expiry is no penetration, unless a query for the present id found nothing', () => {
    expect(wordOf(standard(), 'S4-04')).toBe('refuted');
    const lost = altered({ pass: 'open', id: 'present', rate: 300 }, { 'db-miss': 1 });
    expect(wordOf(lost, 'S4-04')).toBe('reproduced');
    const idle = altered({ pass: 'open', id: 'present' }, { 'db-hit': 0 });
    expect(wordOf(idle, 'S4-04')).toBe('unproven');
  });

  it('later requests are stopped under a condition, the TTL', () => {
    expect(wordOf(standard(), 'S4-06')).toBe('conditional');
    expect(wordOf(altered({ pass: 'open' }, { lateMisses: 1 }), 'S4-06')).toBe('refuted');
    expect(wordOf(altered({ pass: 'open' }, { expiries: 0 }), 'S4-06')).toBe('unproven');
  });

  it('rows of a run too short for a mean are no error', () => {
    const short = altered(
      { pass: 'open' },
      { expiries: 1, selectsEach: null, selectsEachLow: null, selectsEachHigh: null },
    );
    const { interval, measured } = verdictOf(short, 'S1-17');
    expect(interval).toBeUndefined();
    expect(measured).toContain('Too few expiries for a mean');
    expect(stampede.charts(short, params).map(({ id }) => id)).toEqual(['closed', 'processes']);
  });
});

describe('the query whose connection is killed', () => {
  const State = 'Waiting for table metadata lock';

  it.each([
    [selectSku('7'), State, true],
    [selectSku('7'), 'executing', false],
    [selectSku('7'), null, false],
    ['SELECT stock FROM shop.orders', State, false],
    [null, State, false],
  ])('%s, %s: %s', (Info, state, expected) => {
    expect(isWaitingLoad({ Info, State: state })).toBe(expected);
  });
});

describe('the columns of gaps', () => {
  const gap = (loads: number) => ({ windowNs: 10e6, loads, complete: true });

  it('are a mean with its interval, which does not go below one query', () => {
    // Mean 3 ± t(1) · s/√2 with t = 12.7062 and s/√2 = 2.
    expect(gapColumns([gap(1), gap(5)], 100).row).toEqual({
      ...{ expiries: 2, mostSelects: 5, selectsEach: 3, selectsEachLow: 1 },
      ...{ selectsEachHigh: expect.closeTo(28.4124, 3), windowMs: 10, expectedEach: 2 },
    });
  });

  it('are null for a single gap, with the reason', () => {
    const { row, reasons } = gapColumns([gap(7)], 100);
    expect(row).toMatchObject({ expiries: 1, mostSelects: 7, selectsEach: null, windowMs: null });
    expect(reasons.selectsEach).toBe('1 expiries, an interval takes two');
  });
});

describe('charts', () => {
  it('have points, and their lessons follow from the rows', () => {
    const charts = stampede.charts(standard(), params);
    expectFinitePoints(charts);
    const [open, closed, processes] = charts.map(({ lesson }) => lesson);
    expect(open).toContain('8 of 8 intervals hold 1 + R·W; with single flight 1 at most');
    expect(closed).toContain('of c clients all c reach MySQL');
    expect(processes).toContain('up to 1 query in one process and up to 2 in two');
    const twice = altered({ pass: 'open', singleFlight: true }, { mostSelects: 2 });
    expect(stampede.charts(twice, params)[0]!.lesson).toContain('with single flight 2 at most');
    const fewer = altered(
      { pass: 'closed', clients: 64, singleFlight: false },
      { fewestSelects: 60 },
    );
    expect(stampede.charts(fewer, params)[1]!.lesson).toContain('up to c reach MySQL');
  });

  it('the model’s line is 1 + R·W over all that was measured', () => {
    const line = stampede.charts(standard(), params)[0]!.series.at(-1)!;
    expect(line.points.every(({ x, y }) => Math.abs(y! - 1 - Number(x)) < 1e-9)).toBe(true);
    const xs = line.points.map(({ x }) => Number(x));
    expect(Math.min(...xs)).toBeLessThan(1.1);
    expect(Math.max(...xs)).toBeGreaterThan(33);
  });
});

it('each cell has a key of its own, at every preset', () => {
  for (const preset of Object.values(stampede.presets)) {
    const keys = stampede.cells(preset).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  }
});
