import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../lab/temporary-folder.test.fixture.ts';
import { toy } from '../lab/toy.test.fixture.ts';
import { toyContext } from './toy-context.test.fixture.ts';

/** A finished run of a toy that counts on its column `n` being a number. */
async function finishedRun() {
  const careful = toy({
    charts: (rows) => {
      if (rows.some(({ n }) => typeof n !== 'number')) throw new TypeError('n is no number');
      return [];
    },
  });
  const context = toyContext(temporaryFolder(), [careful]);
  await context.run('experiment');
  const folder = join(context.cwd, 'results', '20260131-120000-quick');
  return { context, rows: join(folder, 'toy.ndjson'), record: join(folder, 'run.json') };
}

function replaceIn(path: string, pattern: RegExp, text: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, text));
}

const extraRow = '{"cell":"size/9","rows":1,"row":{"n":9}}\n';

test.each([
  ['missing', (path: string) => rmSync(path), '0 whole rows instead of 6'],
  ['empty', (path: string) => truncateSync(path), '0 whole rows instead of 6'],
  ['no text', (path: string) => writeFileSync(path, '\xff\xfe'), '0 whole rows instead of 6'],
  [
    'changed',
    (path: string) => replaceIn(path, /"n":1/, '"n":"1"'),
    'they cannot be judged (n is no number)',
  ],
  ['more', (path: string) => appendFileSync(path, extraRow), '7 whole rows instead of 6'],
])('stored rows that are %s are exit 5 in one line', async (_, damage, words) => {
  const { context, rows } = await finishedRun();
  damage(rows);
  context.printed.stderr = '';
  expect(await context.run('report')).toBe(5);
  expect(context.printed.stderr).toBe(`The stored rows of toy are damaged: ${words}\n`);
});

test('a run with parameters of another version is shown as it was judged then', async () => {
  const { context, record } = await finishedRun();
  replaceIn(record, /"scale": 0.5/, '"scale": -1');
  expect(await context.run('report')).toBe(0);
  const [experiment] = context.drawn.at(-1)!.experiments;
  expect(experiment).toMatchObject({ verdicts: [{ verdict: 'reproduced' }], charts: [] });
  expect(experiment?.note).toContain('Another version');
});
