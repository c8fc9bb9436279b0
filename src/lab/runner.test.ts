import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ExitCode, LabError, serverError } from '../errors.ts';
import type { CellJob, CellPool } from './cell-pool.ts';
import type { RunEvent } from './events.ts';
import type { Experiment, Result } from './experiment.ts';
import { planExperiment } from './plan.ts';
import { pureToy } from './pure-toys.test.fixture.ts';
import type { RunRecord } from './run-record.ts';
import { RunFolder, readResults, readRun } from './run-store.ts';
import { blankRecord, runExperiments } from './runner.ts';
import { temporaryFolder } from './temporary-folder.test.fixture.ts';
import { sampleRecord, toy, toyRows, toyStage } from './toy.test.fixture.ts';

const noon = new Date('2026-01-31T12:00:00Z');

/** A run of these experiments that is ready to begin, with a clock of one second a look. */
function prepare(experiments: readonly Experiment[], before?: { path: string }, pool?: CellPool) {
  const plans = experiments.map((experiment) =>
    planExperiment(experiment, experiment.presets.quick),
  );
  const folder = before
    ? RunFolder.resume(before.path)
    : RunFolder.create(temporaryFolder(), noon, 'quick');
  const controller = new AbortController();
  const events: RunEvent[] = [];
  let clockNs = 0n;
  const record: RunRecord = before
    ? readRun(before.path)
    : { ...sampleRecord, seed: '7', seconds: 0, experiments: plans.map(blankRecord) };
  const stage = toyStage();
  const now = () => {
    clockNs += 1_000_000_000n;
    return clockNs;
  };
  const start = async () => {
    const outcome = await runExperiments({
      plans,
      folder,
      record,
      stage,
      pool,
      now,
      signal: controller.signal,
      onEvent: (event) => events.push(event),
    });
    folder.close();
    return outcome;
  };
  return { folder, controller, stage, events, start };
}

function rowsText(folder: { path: string }): string {
  return readFileSync(join(folder.path, 'toy.ndjson'), 'utf8');
}

test('a run stores every cell, judges them and closes the stage', async () => {
  const { start, folder, stage } = prepare([toy()]);
  const { record, exitCode } = await start();
  expect(exitCode).toBe(0);
  expect(stage.closed).toBe(1);
  expect(record).toEqual(readRun(folder.path));
  expect(record.status).toBe('done');
  expect(record.experiments[0]).toMatchObject({
    id: 'toy',
    status: 'done',
    rows: 6,
    expectations: [{ holds: true }],
    verdicts: [{ claim: 'S0-20', measured: '6 rows' }],
  });
  expect(rowsText(folder).match(/"cell":"size\/\d"/g)).toEqual(
    [1, 1, 2, 2, 3, 3].map((n) => `"cell":"size/${n}"`),
  );
});

test('while a run goes on its file says interrupted, as it is when killed', async () => {
  const seen: RunRecord[] = [];
  const looking = toy({
    run: async (cell, lab, values) => {
      seen.push(readRun(run.folder.path));
      return toyRows(cell, lab, values);
    },
  });
  const run = prepare([looking, toy({ id: 'later' })]);
  await run.start();
  expect(seen[0]?.status).toBe('interrupted');
  expect(seen[0]?.experiments.map(({ status }) => status)).toEqual(['interrupted', 'skipped']);
});

test('chance depends on seed, experiment, cell and path, not on what ran before', async () => {
  const all = prepare([toy()]);
  await all.start();
  const last = prepare([toy({ cells: () => [{ key: 'size/3', seconds: 1, n: 3 }] })]);
  await last.start();
  expect(rowsText(all.folder).endsWith(rowsText(last.folder))).toBe(true);
  expect(new Set(rowsText(all.folder).match(/"draw":\d+/g)).size).toBe(6);
});

test('a run that was interrupted and resumed stores the bytes of one that was not', async () => {
  const whole = prepare([toy()]);
  await whole.start();
  let runs = 0;
  const counted = (cell: Parameters<typeof toyRows>[0]) => {
    runs += 1;
    if (cell.n === 2 && runs === 2) {
      broken.controller.abort(new LabError(ExitCode.terminated, 'stop'));
    }
  };
  const slow = toy({
    run: async (cell, lab, values) => {
      counted(cell);
      // An interrupted cell that does not look at the signal hangs here for ever.
      return lab.signal.aborted ? new Promise(() => {}) : toyRows(cell, lab, values);
    },
  });
  const broken = prepare([slow, toy({ id: 'later' })]);
  const first = await broken.start();
  expect(first.exitCode).toBe(143);
  expect(first.record.status).toBe('interrupted');
  expect(first.record.experiments.map(({ status }) => status)).toEqual(['interrupted', 'skipped']);
  expect(first.record.experiments[0]).toMatchObject({ rows: 2, verdicts: [], expectations: [] });
  expect(broken.stage.closed).toBe(1);

  const resumed = prepare([slow, toy({ id: 'later' })], broken.folder);
  const second = await resumed.start();
  expect(second.exitCode).toBe(0);
  expect(runs).toBe(4);
  expect(second.record.seconds).toBeGreaterThan(first.record.seconds);
  expect(rowsText(broken.folder)).toBe(rowsText(whole.folder));
  expect(second.record.experiments[0]?.verdicts).toHaveLength(1);
});

test.each([
  ['a fault of ours', new Error('out of ideas'), ExitCode.unexpected],
  ['a server that cannot be had', serverError('no redis'), ExitCode.server],
])('%s fails its experiment; the others run; the code tells', async (_, error, code) => {
  const failing = toy({
    id: 'failing',
    run: async () => {
      throw error;
    },
  });
  const { start, stage, events } = prepare([failing, toy()]);
  const { record, exitCode } = await start();
  expect(exitCode).toBe(code);
  expect(record.status).toBe('failed');
  expect(record.experiments.map(({ status, message }) => [status, message])).toEqual([
    ['failed', error.message],
    ['done', undefined],
  ]);
  expect(stage.closed).toBe(1);
  const [logged] = events.flatMap((event) => (event.type === 'log' ? [event.line] : []));
  expect(logged?.includes('runner.test.ts')).toBe(code === ExitCode.unexpected);
});

test('a broken expectation ends with 4, and with 1 when another experiment fails', async () => {
  const broken = toy({
    expectations: () => [{ name: 'none', holds: false, measured: '1', expected: '0' }],
  });
  expect((await prepare([broken]).start()).exitCode).toBe(4);
  const fault = toy({
    id: 'fault',
    verdicts: () => {
      throw new Error('fault');
    },
  });
  expect((await prepare([broken, fault]).start()).exitCode).toBe(1);
});

test('a refuted claim does not fail the run', async () => {
  const refuting = toy({
    verdicts: () => [
      { claim: 'S0-20', verdict: 'refuted', evidence: 'run', measured: '1', expected: '0' },
    ],
  });
  expect((await prepare([refuting]).start()).exitCode).toBe(0);
});

test('rows that break the contract fail the experiment and store nothing of the cell', async () => {
  const { start, folder } = prepare([
    toy({ run: async () => [{ row: { n: Number.NaN, draw: 0, rate: 0, label: '' } }] }),
  ]);
  const { record } = await start();
  expect(record.experiments[0]).toMatchObject({ status: 'failed', rows: 0 });
  expect(() => rowsText(folder)).toThrow('ENOENT');
});

test('two cells with one key are refused before anything runs', () => {
  const twin = { key: 'a', seconds: 1, n: 1 };
  expect(() => planExperiment(toy({ cells: () => [twin, twin] }), toy().presets.quick)).toThrow(
    'given twice',
  );
});

test('stored rows of a cell that the experiment does not have are refused', async () => {
  const first = prepare([toy()]);
  await first.start();
  const other = prepare([toy({ cells: () => [{ key: 'b', seconds: 1, n: 1 }] })], first.folder);
  expect((await other.start()).record.experiments[0]?.message).toContain('cell size/1');
});

/** A pool of two whose cells end when the test says so. */
function steeredPool() {
  const asked: {
    key: string;
    end: (results: readonly Result[]) => void;
    fail: (e: Error) => void;
  }[] = [];
  const pool = {
    threads: 2,
    closed: 0,
    run: ({ cellKey }: CellJob) =>
      new Promise<readonly Result[]>((end, fail) => asked.push({ key: cellKey, end, fail })),
    close: async () => {
      pool.closed += 1;
    },
  } satisfies CellPool & { closed: number };
  const rows = (n: number) => [0, 1].map((draw) => ({ row: { n, draw, rate: 0, label: '' } }));
  return { pool, asked, rows };
}

test('pure cells run beside each other, the longest first, each stored when it ends', async () => {
  const { pool, asked, rows } = steeredPool();
  const { start, folder } = prepare([pureToy], undefined, pool);
  const ended = start();
  await vi.waitUntil(() => asked.length === 2);
  expect(asked.map(({ key }) => key)).toEqual(['size/3', 'size/2']);
  asked[1]?.end(rows(2));
  await vi.waitUntil(() => asked.length === 3);
  asked[2]?.end(rows(1));
  asked[0]?.end(rows(3));
  expect((await ended).exitCode).toBe(0);
  expect(pool.closed).toBe(1);
  expect(readResults(folder.path, 'pure').map(({ row }) => row.n)).toEqual([2, 2, 1, 1, 3, 3]);
});

test('when a pure cell fails none is begun, and the one beside it is kept', async () => {
  const { pool, asked, rows } = steeredPool();
  const { start, folder } = prepare([pureToy], undefined, pool);
  const ended = start();
  await vi.waitUntil(() => asked.length === 2);
  asked[1]?.fail(new Error('out of ideas'));
  asked[0]?.end(rows(3));
  const { record } = await ended;
  expect(record.experiments[0]).toMatchObject({
    status: 'failed',
    message: 'out of ideas',
    rows: 2,
  });
  expect(asked).toHaveLength(2);
  expect(pool.closed).toBe(1);
  expect(readResults(folder.path, 'pure')).toEqual(rows(3));
});

test('an interruption closes the pool, and the run can be resumed', async () => {
  const { pool, asked, rows } = steeredPool();
  const run = prepare([pureToy], undefined, pool);
  const ended = run.start();
  await vi.waitUntil(() => asked.length === 2);
  asked[0]?.end(rows(3));
  await vi.waitUntil(() => asked.length === 3);
  run.controller.abort(new LabError(ExitCode.interrupted, 'stop'));
  expect((await ended).exitCode).toBe(130);
  expect(pool.closed).toBe(1);
  const resumed = prepare([pureToy], run.folder);
  expect((await resumed.start()).record.experiments[0]).toMatchObject({ status: 'done', rows: 6 });
});

test('servers that do not stop keep the run for three seconds at most', async () => {
  vi.useFakeTimers();
  const { start, stage, events } = prepare([toy()]);
  stage.close = () => new Promise(() => {});
  const ended = start();
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await ended).exitCode).toBe(0);
  expect(events.at(-1)).toMatchObject({ type: 'log', line: expect.stringContaining('killed') });
  vi.useRealTimers();
});
