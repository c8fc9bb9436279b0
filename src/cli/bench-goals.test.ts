import { expect, test } from 'vitest';
import type { Job } from '../../experiments/speed/job.ts';
import type { Result, Row } from '../lab/experiment.ts';
import { temporaryFolder } from '../lab/temporary-folder.test.fixture.ts';
import { type BenchOptions, benchCommand } from './bench-command.ts';
import type { BenchParts } from './bench-parts.ts';
import { toyContext } from './toy-context.test.fixture.ts';

const reference = 'plain C++';
const absent = { operation: 'ask', presentShare: 0 };
const rowsOf: Partial<Record<Job['pass'], readonly Row[]>> = {
  variants: [
    {
      ...{ pass: 'variants', contender: 'has(number)', ...absent, reference, warnings: '' },
      ...{ ratio: 1.3, ns: 10 },
    },
    {
      ...{ pass: 'variants', contender: 'bloomfilter 1.1.0', ...absent, answers: 'rate' },
      ...{ ns: 123, ratio: 14, reference },
    },
  ],
  readers: [
    {
      pass: 'readers',
      contender: 'one shared filter',
      ...absent,
      reference: 'one reader',
      ratio: 2,
    },
  ],
  rejections: [
    { pass: 'rejections', contender: 'Funnel.detail, awaited', ...absent, ns: 41.5, ratio: 5 },
    { pass: 'rejections', contender: 'Funnel.detail, not awaited', ...absent, ns: 20, ratio: 2 },
  ],
  large: [{ pass: 'large', ...absent, reference, ratio: 0.25 }],
  scan: [{ pass: 'scan', operation: 'scan', threads: 2, reference, ratio: 0.4 }],
};

/** Measures what it is told, and keeps which passes were asked for. */
function parts(
  plain: string | undefined,
  jobs: Job[],
  change: (row: Row) => Row = (row) => row,
): BenchParts {
  return {
    compile: async () => plain,
    measure: async (job) => {
      jobs.push(job);
      return (rowsOf[job.pass] ?? []).map((row): Result => ({ row: change(row) }));
    },
  };
}

async function goals(
  options: Partial<BenchOptions> = {},
  { plain = 'program', change }: { plain?: string | null; change?: (row: Row) => Row } = {},
) {
  const context = toyContext(temporaryFolder());
  const jobs: Job[] = [];
  const code = await benchCommand(
    { seed: '1', rounds: '5', goals: true, ...options },
    context,
    parts(plain ?? undefined, jobs, change),
  );
  return { code, jobs, ...context.printed };
}

const all = ['variants', 'readers', 'rejections', 'large', 'scan'];

test('does three runs of all passes and prints figure, goal, floor and word', async () => {
  const { code, jobs, stdout, stderr } = await goals();
  expect(code).toBe(0);
  expect(jobs.map(({ pass }) => pass)).toEqual(Array.from({ length: 3 }, () => all).flat());
  expect(jobs[0]).toMatchObject({ seed: '1', plain: 'program', params: { rounds: 5 } });
  expect(stdout).toMatch(
    /0 % present +has\(number\) +plain C\+\+ +1\.30 +1\.30 … 1\.30 +1\.20 +1\.35 +floor met\n/,
  );
  expect(stdout).toMatch(/peer, bloomfilter 1\.1\.0 +12\.3x +12\.3x … 12\.3x .*goal met\n/);
  expect(stdout).toMatch(/two cores +plain C\+\+ +0\.40 .*missed\n/);
  expect(stdout).toMatch(/171 MiB +plain C\+\+ +0\.25 .*goal met\n/);
  expect(stdout).toMatch(
    /two cores +one reader +2\.00x +2\.00x … 2\.00x +1\.95x +1\.80x +goal met\n/,
  );
  expect(stdout).toMatch(/\), awaited +24\.1 M\/s .* 8\.00 M\/s +5\.00 M\/s +goal met\n/);
  expect(stdout).toMatch(/\), not awaited +50\.0 M\/s .* no goal\n/);
  expect(stdout).toContain('runs: 3, rounds in each: 5');
  expect(stderr).toContain('run 3 of 3, the scan up to 10^9; about 0:');
});

test('says once why goals are not met, where that is known, and only of these', async () => {
  const reason = /^has\(number\), 0 % present: a call into WASM took/m;
  expect((await goals({ runs: '1' })).stdout).toMatch(reason);
  const change = (row: Row) => (row.ratio === 1.3 ? { ...row, ratio: 1.2 } : row);
  const { stdout } = await goals({ runs: '1' }, { change });
  expect(stdout).not.toContain('Why a goal is not met');
});

test('says where the comparison with Redis alone is to be had', async () => {
  expect((await goals({ runs: '1' })).stdout).toContain('npm run experiment -- funnel');
});

test('a missed floor ends with 5 only where it is to gate', async () => {
  expect((await goals({ gate: true, runs: '1' })).code).toBe(5);
  const faster = (row: Row) => (row.pass === 'scan' ? { ...row, ratio: 0.32 } : row);
  expect((await goals({ gate: true, runs: '1' }, { change: faster })).code).toBe(0);
});

test('without a compiler what needs one is not measured, said, and neither met nor missed', async () => {
  const limbs = { change: (row: Row) => ({ ...row, reference: 'JavaScript, 32-bit limbs' }) };
  const { code, jobs, stdout, stderr } = await goals(
    { gate: true, runs: '2' },
    { plain: null, ...limbs },
  );
  expect(code).toBe(0);
  const withoutPlain = ['variants', 'readers', 'rejections'];
  expect(jobs.map(({ pass }) => pass)).toEqual([...withoutPlain, ...withoutPlain]);
  expect(stderr).toContain('there is no C++ compiler');
  expect(stdout).toMatch(/has\(number\) +plain C\+\+ +1\.20 +1\.35 +not available here\n/);
  expect(stdout).toMatch(/bloomfilter 1\.1\.0 +12\.3x .*goal met\n/);
});

test('--json has the same rows', async () => {
  const { goals: rows, ...rest } = JSON.parse((await goals({ json: true })).stdout);
  expect(rest).toMatchObject({ seed: '1', rounds: 5, runs: 3, exitCode: 0 });
  expect(rows).toContainEqual({
    ...{ work: 'scan', call: 'countRange to 10^9, two cores', against: reference },
    ...{ figures: [0.4, 0.4, 0.4], median: 0.4, low: 0.4, high: 0.4 },
    ...{ unit: 'share', better: 'less', goal: 0.28, floor: 0.32, word: 'missed', note: null },
  });
  const told = { call: 'funnel.detail(id), awaited', against: null, unit: 'M/s', note: null };
  expect(rows).toContainEqual(expect.objectContaining(told));
  const reason = expect.stringContaining('a call into WASM');
  expect(rows).toContainEqual(expect.objectContaining({ call: 'has(number)', note: reason }));
});

test('a time that is too short for the clock ends with 4 and is named', async () => {
  const change = (row: Row) => ({ ...row, warnings: row.answers ? 'zero-dominated' : '' });
  const { code, stdout } = await goals({ runs: '1', gate: true }, { change });
  expect(code).toBe(4);
  expect(stdout).toContain('✗ too short to be timed: bloomfilter 1.1.0, 0 % present');
});

test('an interruption ends it with the code of the signal, between passes too', async () => {
  const context = toyContext(temporaryFolder());
  const jobs: Job[] = [];
  const { measure, ...rest } = parts('program', jobs);
  const interrupted = benchCommand({ seed: '1', rounds: '5', goals: true }, context, {
    ...rest,
    measure: async (job, { signal }) => {
      await measure(job, { signal });
      context.controller.abort(new Error('enough'));
      throw new Error('the process that measures has ended');
    },
  });
  await expect(interrupted).rejects.toThrow('enough');
  expect(jobs).toHaveLength(1);
});
