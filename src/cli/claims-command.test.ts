import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverError } from '../errors.ts';
import { temporaryFolder } from '../lab/temporary-folder.test.fixture.ts';
import { toy } from '../lab/toy.test.fixture.ts';
import { type ToyContext, toyContext } from './toy-context.test.fixture.ts';

const answered = {
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
  claim: 'S0-21',
  verdict: 'not run',
  evidence: null,
  measured: null,
  interval: null,
  expected: 'nothing',
  experiment: null,
  run: null,
};

async function claimsOf({ cwd }: ToyContext): Promise<unknown> {
  const context = toyContext(cwd);
  expect(await context.run('claims --json')).toBe(0);
  return JSON.parse(context.printed.stdout).claims;
}

test('a ledger that nothing was run for says "not run"', async () => {
  const context = toyContext(temporaryFolder());
  expect(await claimsOf(context)).toEqual([
    { ...open, claim: 'S0-20', expected: 'some rows' },
    open,
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
  expect(await claimsOf(context)).toEqual([answered, open]);
  await context.run('experiment --set sizes=5');
  const newer = { ...answered, measured: '2 rows', run: `${answered.run}-2` };
  expect(await claimsOf(context)).toEqual([newer, open]);
  await toyContext(context.cwd, [failing]).run('experiment');
  expect(await claimsOf(context)).toEqual([newer, open]);
});

test('what no own run answers is answered by the reference', async () => {
  const context = toyContext(temporaryFolder(), [toy()]);
  await context.run('experiment toy');
  const clone = toyContext(temporaryFolder());
  const results = join(clone.cwd, 'results');
  cpSync(join(context.cwd, 'results', answered.run), join(results, 'reference'), {
    recursive: true,
  });
  expect(await claimsOf(clone)).toEqual([answered, open]);
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
  expect(again.printed.stdout).toContain('S0-20  expected some rows; measured 6 rows');
});
