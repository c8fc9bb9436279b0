import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../lab/experiment.ts';
import { temporaryFolder } from '../lab/temporary-folder.test.fixture.ts';
import { benchCommand } from './bench-command.ts';
import { toyContext } from './toy-context.test.fixture.ts';

const row = {
  ...{ contender: 'has(number)', operation: 'ask', presentShare: 0, reference: 'plain C++' },
  ...{ ns: 11.24, nsLow: 11, nsHigh: 12, ratio: 1.2, ratioLow: 1.1, ratioHigh: 1.3 },
  ...{ bitsPerKey: 35.94, warnings: '' },
};
const missing: Result = {
  row: { contender: 'plain C++', operation: 'build', ns: null },
  reasons: { ns: 'no compiler' },
};

const bench = async (
  options: Partial<Parameters<typeof benchCommand>[0]>,
  results: readonly Result[] = [{ row }, missing],
  cwd = temporaryFolder(),
) => {
  const context = toyContext(cwd);
  const code = await benchCommand({ seed: '1', rounds: '3', ...options }, context, {
    compile: async () => 'program',
    measure: async ({ pass }) => (pass === 'variants' ? results : []),
  });
  return { code, text: context.printed.stdout };
};

/** A reference in which each ratio is what the row's is. */
function withReference(): string {
  const cwd = temporaryFolder();
  const folder = join(cwd, 'results', 'reference');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'speed.ndjson'), `${JSON.stringify({ cell: 'x', rows: 1, row })}\n`);
  return cwd;
}

const slower = { row: { ...row, ratio: 2.4, ratioLow: 2.2, ratioHigh: 2.6 } };

test('prints times, bits a key and ratios with their intervals', async () => {
  const { code, text } = await bench({});
  expect(code).toBe(0);
  expect(text).toMatch(/has\(number\) +11\.2 +35\.9/);
  expect(text).toMatch(/has\(number\) +1\.20 \(1\.10 … 1\.30\)/);
  expect(text).toMatch(/plain C\+\+ +not here/);
  expect(text).toContain('Time in that of plain C++');
});

test('the ratios have an interval of 95 % from six rounds on, and a range before', async () => {
  // Five rounds cover the median with 1 - 2 / 2^5 = 93.75 %, six with 96.9 %.
  expect((await bench({ rounds: '5' })).text).toContain('each round’s ratio and its range\n');
  expect((await bench({ rounds: '6' })).text).toContain('each round’s ratio and its 95 % interval');
});

test('a time that is too short for the clock ends with 4 and is named', async () => {
  const { code, text } = await bench({}, [{ row: { ...row, warnings: 'zero-dominated' } }]);
  expect(code).toBe(4);
  expect(text).toContain('✗ too short to be timed: has(number), 0 % present: zero-dominated');
});

test('a larger ratio is told of, and ends with 5 only where it is to gate', async () => {
  const told = await bench({ baseline: true }, [slower], withReference());
  expect(told.code).toBe(0);
  expect(told.text).toMatch(/slower +has\(number\) +0 % present +2\.40 +instead of +1\.20/);
  expect((await bench({ gate: true }, [slower], withReference())).code).toBe(5);
  const same = await bench({ gate: true }, [{ row }], withReference());
  expect(same.code).toBe(0);
  expect(same.text).toContain('no ratio is larger or smaller');
});

test('--json is the whole report', async () => {
  const { text } = await bench({ json: true, gate: true }, [slower, missing], withReference());
  expect(JSON.parse(text)).toMatchObject({
    ...{ seed: '1', rounds: 3, exitCode: 5, noiseMargin: 0.15 },
    baseline: { changes: [{ change: 'slower', ratio: 2.4 }] },
    rows: [{ ratio: 2.4 }, { ns: null, reasons: { ns: 'no compiler' } }],
  });
});

test.each([
  ['--rounds 0', '--rounds must be an integer 1 … 1000, got 0'],
  ['--rounds 1e4', 'got 1e4'],
  ['--rounds 2.5', 'got 2.5'],
  ['--rounds many', '--rounds needs a number such as 1000, 0.01 or 1e6 (no 1_000 or 1,000)'],
  ['--goals --runs 0', '--runs must be an integer 1 … 100, got 0'],
  ['--goals --runs x', '--runs needs a number'],
  ['--runs 2', '--runs is for --goals'],
  ['--goals --baseline', "'--baseline' cannot be used with option '--goals'"],
  ['--roundz 3', 'Did you mean --rounds?'],
])('bench %s ends with 2', async (line, words) => {
  const context = toyContext(temporaryFolder());
  expect(await context.run(`bench ${line}`)).toBe(2);
  expect(context.printed.stderr).toContain(words);
});

test('without a stored run of speed --baseline ends with 5 before it measures', async () => {
  const context = toyContext(temporaryFolder());
  expect(await context.run('bench --baseline')).toBe(5);
  expect(context.printed.stderr).toContain('no stored run of speed to compare with');
  expect(context.printed.stderr).not.toContain('bench: rounds');
});
