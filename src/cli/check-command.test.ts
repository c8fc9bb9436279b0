import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LabError } from '../errors.ts';
import { BloomFilter } from '../filters/bloom.ts';
import { sizeFor } from '../filters/sizing.ts';
import { bloomSubject } from '../gate/subject.ts';
import { temporaryFolder } from '../lab/temporary-folder.test.fixture.ts';
import { checkCommand } from './check-command.ts';
import { toyContext } from './toy-context.test.fixture.ts';

/** Few probes: about 100 false positives. */
const small = '--set n=100000 --set p=0.1 --set probes=1000';

/** A filter with one probe too few. */
const wrongSubject = {
  ...bloomSubject,
  forCapacity: (n: number, p: number) => {
    const { bits, hashes } = sizeFor(n, p);
    return new BloomFilter({ bits, hashes: hashes - 1 });
  },
};

test.each([
  ['--set n=99999 --set p=0.1', '--set n=99999: n must be an integer 100000 … 10000000'],
  ['--set n=1e8 --set p=0.1', '--set n=100000000: n must be an integer 100000 … 10000000'],
  ['--set n=100000.5 --set p=0.1', 'n must be an integer'],
  ['--set n=1e5 --set p=0', '--set p=0: p must lie between 0.0001 and 0.5 (0.01 = 1 %)'],
  ['--set n=1e5 --set p=1', '--set p=1: p must lie between 0.0001 and 0.5'],
  ['--set n=1e5 --set p=1e-5', '--set p=0.00001: p must lie between 0.0001 and 0.5'],
  ['--set n=1e5 --set p=0.1 --set probes=0', 'probes must be an integer 1 … '],
  ['--set n=1e5 --set p=1e-4 --set probes=1e12', 'probes must be an integer 1 … 16796560;'],
  ['--set n=1e7 --set p=0.5 --set probes=20000001', 'probes must be an integer 1 … 20000000;'],
  ['--set n=1_000', "got '1_000'"],
  ['--set m=5', '--set m=5: no parameter m. Did you mean n? There are: n, p, probes'],
  ['--set n', "--set needs name=value; got 'n'"],
  ['--set n=1e5 --set n=1e6', 'n is given twice'],
  ['--set n=1e5', 'own parameters need both n and p'],
  ['--seed=', "--seed needs a value; got ''"],
  ['--seed 1 --seed 2', '--seed is given twice'],
  ['--update --set n=1e5 --set p=0.1', 'needs --reference'],
  ['--juint x', 'Did you mean --junit?'],
  ['extra', 'too many arguments'],
])('check %s ends with 2 and says why, before anything is done', async (line, words) => {
  const context = toyContext(temporaryFolder());
  expect(await context.run(`check ${line}`)).toBe(2);
  expect(context.printed.stderr).toContain(words);
  expect(context.printed.stderr).not.toContain('check: ');
  expect(context.printed.stdout).toBe('');
  expect(readdirSync(context.cwd)).toEqual([]);
});

test('own parameters without a reference: statistical and exhaustive, with figures', async () => {
  const context = toyContext(temporaryFolder());
  expect(await context.run(`check ${small} --json`)).toBe(0);
  const report = JSON.parse(context.printed.stdout);
  expect(report).toMatchObject({ seed: 'fresh', alpha: 1e-6, passed: 4, failed: 0, exitCode: 0 });
  expect(report.command).toBe(`npm run check -- --seed fresh ${small}`);
  const { values } = report.checks.find(({ test }: { test: string }) => test === 'rate');
  expect(values.rate).toBe(values.falsePositives / values.probes);
  expect(values.probes).toBe(1000);

  const again = toyContext(temporaryFolder());
  await again.run(`check ${small} --json --seed fresh`);
  expect(JSON.parse(again.printed.stdout).checks).toEqual(report.checks);
  const other = toyContext(temporaryFolder());
  await other.run(`check ${small} --json --seed other`);
  expect(JSON.parse(other.printed.stdout).checks).not.toEqual(report.checks);
});

test('a golden cell: --update writes it, it is held against it, and a change is told', async () => {
  const context = toyContext(temporaryFolder());
  const line = `check ${small} --reference mine/golden.json`;
  const path = join(context.cwd, 'mine', 'golden.json');
  expect(await context.run(line)).toBe(5);
  expect(context.printed.stdout).toContain(`${path} is missing`);

  expect(await context.run(`${line} --update`)).toBe(0);
  expect(context.printed.stdout).toContain(`${path} was written; before: ${path} is missing`);
  expect(await context.run(line)).toBe(0);

  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/"bitsSet": \d+/, '"bitsSet": 7'));
  expect(await context.run(line)).toBe(5);
  expect(context.printed.stdout).toContain(`differs from ${path} — likely cause: bits: `);
  expect(context.printed.stdout).toMatch(/bits set +before +7\n +after +\d{6}\n/);

  expect(await context.run(`${line} --update`)).toBe(0);
  expect(context.printed.stdout).toContain(`${path} was written anew`);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('an interrupted run ends with 130 and writes nothing', async () => {
  const context = toyContext(temporaryFolder());
  context.controller.abort(new LabError(130, 'Interrupted by SIGINT.'));
  expect(await context.run(`check ${small} --junit junit.xml`)).toBe(130);
  expect(context.printed.stderr).toContain('Interrupted by SIGINT.');
  expect(existsSync(join(context.cwd, 'junit.xml'))).toBe(false);
});

test('a filter that is wrong ends with 4, in the table, in JUnit and in the summary', async () => {
  const cwd = temporaryFolder();
  const summary = join(cwd, 'summary.md');
  writeFileSync(summary, '# before\n');
  const context = toyContext(cwd, [], { env: { GITHUB_STEP_SUMMARY: summary } });
  const options = { set: ['n=100000', 'p=0.1', 'probes=1000'], junit: 'out/junit.xml' };
  expect(await checkCommand(options, context, wrongSubject)).toBe(4);
  expect(context.printed.stdout).toContain('✗  random n=100000 p=0.1  shape');
  expect(context.printed.stdout).toContain('repeat   npm run check -- --seed fresh');
  const junit = readFileSync(join(cwd, 'out', 'junit.xml'), 'utf8');
  expect(junit).toContain('name="random n=100000 p=0.1: fill">\n      <failure');
  expect(readFileSync(summary, 'utf8')).toMatch(/^# before\n## False-positive gate: 1 passed, 3/);
});

test('--update writes no reference of a filter that the other tests find wrong', async () => {
  const context = toyContext(temporaryFolder());
  const set = ['n=100000', 'p=0.1', 'probes=1000'];
  const options = { set, reference: 'golden.json', update: true } as const;
  expect(await checkCommand(options, context, wrongSubject)).toBe(4);
  expect(context.printed.stderr).toContain('the reference is left as it is');
  expect(existsSync(join(context.cwd, 'golden.json'))).toBe(false);
});

test('a JUnit file that cannot be written is refused before the work', async () => {
  const context = toyContext(temporaryFolder());
  mkdirSync(join(context.cwd, 'x'));
  writeFileSync(join(context.cwd, 'x', 'file'), '');
  expect(await context.run(`check ${small} --junit x/file/junit.xml`)).toBe(2);
  expect(context.printed.stderr).toContain('Cannot write');
  expect(context.printed.stderr).not.toContain('check: ');
});
