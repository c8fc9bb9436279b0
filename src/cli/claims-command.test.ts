import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverError } from '../errors.ts';
import { temporaryFolder } from '../lab/temporary-folder.test.fixture.ts';
import { toy } from '../lab/toy.test.fixture.ts';
import { type ToyContext, toyContext } from './toy-context.test.fixture.ts';

const sized = { place: 'L1', statement: 'It has a size.', statementZh: '它有大小。' };
const unasked = { place: 'L2', statement: 'Nobody asks.', statementZh: '没有人问。' };

const answered = {
  ...sized,
  claim: 'S0-20',
  verdict: 'reproduced',
  evidence: 'computed',
  measured: '6 rows',
  interval: null,
  expected: 'some rows',
  experiment: 'toy',
  run: '20260131-120000-quick',
};

const open = {
  ...unasked,
  claim: 'S0-21',
  verdict: 'not run',
  evidence: null,
  measured: null,
  interval: null,
  expected: 'nothing',
  experiment: null,
  run: null,
};

const untestable = {
  ...open,
  place: 'L3',
  statement: 'It is | `a|b` *good* a_b.',
  statementZh: '它很好。',
  claim: 'S0-22',
  verdict: 'not testable',
  evidence: 'source',
  measured: 'a matter of taste',
  expected: 'not testable',
};

async function claimsOf({ cwd }: ToyContext): Promise<unknown> {
  const context = toyContext(cwd);
  expect(await context.run('claims --json')).toBe(0);
  return JSON.parse(context.printed.stdout).claims;
}

test('a ledger that nothing was run for says "not run"', async () => {
  const context = toyContext(temporaryFolder());
  expect(await claimsOf(context)).toEqual([
    { ...open, ...sized, claim: 'S0-20', expected: 'some rows' },
    open,
    untestable,
  ]);
});

test('a claim has the verdict of the newest run that finished its experiment', async () => {
  const failing = toy({
    run: async () => {
      throw serverError('none');
    },
  });
  const context = toyContext(temporaryFolder(), [toy()]);
  await context.run('experiment');
  expect(await claimsOf(context)).toEqual([answered, open, untestable]);
  await context.run('experiment --set sizes=5');
  const newer = { ...answered, measured: '2 rows', run: `${answered.run}-2` };
  expect(await claimsOf(context)).toEqual([newer, open, untestable]);
  await toyContext(context.cwd, [failing]).run('experiment');
  expect(await claimsOf(context)).toEqual([newer, open, untestable]);
});

test('what no own run answers is answered by the reference', async () => {
  const context = toyContext(temporaryFolder(), [toy()]);
  await context.run('experiment toy');
  const clone = toyContext(temporaryFolder());
  const results = join(clone.cwd, 'results');
  cpSync(join(context.cwd, 'results', answered.run), join(results, 'reference'), {
    recursive: true,
  });
  expect(await claimsOf(clone)).toEqual([answered, open, untestable]);
});

test('a run that cannot be read is named and left out', async () => {
  const context = toyContext(temporaryFolder(), [toy()]);
  await context.run('experiment');
  const damaged = join(context.cwd, 'results', '29990101-000000-quick');
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'run.json'), '{"schemaVersion": 99}');
  const again = toyContext(context.cwd);
  expect(await again.run('claims')).toBe(0);
  expect(again.printed.stderr).toContain(`${damaged}/run.json has schema version 99`);
  expect(again.printed.stdout).toContain('reproduced  computed: toy of 20260131-120000-quick');
});

test('people read each claim with verdict, origin and figures, and the counts at the end', async () => {
  const context = toyContext(temporaryFolder(), [toy()]);
  await context.run('experiment');
  context.printed.stdout = '';
  expect(await context.run('claims')).toBe(0);
  expect(context.printed.stdout).toBe(`S0  A toy article

S0-20  L1: It has a size.
  reproduced  computed: toy of 20260131-120000-quick
    measured  6 rows
    expected  some rows

S0-21  L2: Nobody asks.
  not run
    expected  nothing

S0-22  L3: It is | \`a|b\` *good* a_b.
  not testable  source
    because   a matter of taste

3 verdicts on 3 claims: 1 reproduced, 1 not testable, 1 not run
`);
});

test('in Chinese the claims are, and the figures are as they were', async () => {
  const context = toyContext(temporaryFolder());
  expect(await context.run('claims --lang zh')).toBe(0);
  expect(context.printed.stdout).toContain('S0-20  L1: 它有大小。\n  not run\n');
});

test('Markdown is a table an article, and no text of a claim becomes mark-up', async () => {
  const context = toyContext(temporaryFolder());
  expect(await context.run('claims --markdown')).toBe(0);
  expect(context.printed.stdout).toContain('### S0: A toy article\n\n| claim | what it says |');
  expect(context.printed.stdout).toContain(
    '| S0-22 (L3) | It is \\| `a\\|b` \\*good\\* a\\_b. | not testable | a matter of taste |',
  );
});

test.each([
  ['claims --json --markdown', /--json.*cannot be used with.*--markdown/],
  ['claims --lang fr', /'fr' is invalid.*en, zh/],
])('%s is refused', async (words, message) => {
  const context = toyContext(temporaryFolder());
  expect(await context.run(words)).toBe(2);
  expect(context.printed.stderr).toMatch(message);
});
