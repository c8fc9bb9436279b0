import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ExitCode, LabError, serverError } from '../errors.ts';
import { temporaryFolder } from '../lab/temporary-folder.test.fixture.ts';
import { toy, toyStage } from '../lab/toy.test.fixture.ts';
import { toyContext } from './toy-context.test.fixture.ts';

const runId = '20260131-120000-quick';

test.each([
  ['--fpr-targt 0.01', 'unknown option'],
  ['--preest smoke', 'Did you mean --preset?'],
  ['--preset fast', 'Allowed choices are smoke, quick, full'],
  ['--preset smoke --preset full', '--preset is given twice'],
  ['--seed 1 --seed 2', '--seed is given twice'],
  ['--seed=', "--seed needs a value; got ''"],
  ['--seed', 'argument missing'],
  ['--out a --out b', '--out is given twice'],
  ['tyo', 'no experiment tyo. Did you mean toy? There are: toy, other'],
  ['toy --set scale=1e', "got '1e'"],
  ['toy --set scale=1 --set scale=2', 'toy.scale is given twice'],
  ['--set scale=1', 'say toy.scale or other.scale'],
  ['--resume x --seed 2', 'cannot be used with option'],
  ['--resume x --dry-run', 'cannot be used with option'],
  ['--resume nowhere', 'There is no run nowhere'],
  ['toy --resume x', 'name none'],
])('experiment %s ends with 2 and says why, before anything is done', async (line, words) => {
  const context = toyContext(temporaryFolder());
  expect(await context.run(`experiment ${line}`)).toBe(2);
  expect(context.printed.stderr).toContain(words);
  expect(context.printed.stdout).toBe('');
  expect(readdirSync(context.cwd)).toEqual([]);
});

test.each([
  ['experimnt', "unknown command 'experimnt'\n(Did you mean experiment?)"],
  ['', 'Usage: funnel-lab'],
  ['report a b', 'too many arguments'],
  ['claims --jsn', 'Did you mean --json?'],
])("'%s' ends with 2 and says why", async (line, words) => {
  const context = toyContext(temporaryFolder());
  expect(await context.run(line)).toBe(2);
  expect(context.printed.stderr).toContain(words);
});

test.each([
  ['--redis http://x', 'REDIS_URL (--redis) is redis://'],
  ['--redis redis://h/x', 'the database is a number, got "x"'],
  ['--mysql root:hunter2@h', 'MYSQL_URL (--mysql) is mysql://'],
])('experiment %s is refused before anything is done', async (line, words) => {
  const context = toyContext(temporaryFolder());
  expect(await context.run(`experiment ${line}`)).toBe(2);
  expect(context.printed.stderr).toContain(words);
  expect(readdirSync(context.cwd)).toEqual([]);
});

test.each(['--preset fast', '--resume nowhere', '--set scale=x toy', '--nonsense'])(
  'experiment %s --json ends with one JSON document on stdout, too',
  async (line) => {
    const context = toyContext(temporaryFolder());
    expect(await context.run(`experiment ${line} --json`)).toBe(2);
    const { error, exitCode } = JSON.parse(context.printed.stdout);
    expect(exitCode).toBe(2);
    expect(context.printed.stderr).toContain(error);
  },
);

test.each([
  ['--port 65536', "--port is a whole number from 0 to 65535; got '65536'"],
  ['--port 80.5', "got '80.5'"],
  ['--port http', '--port needs a number'],
  ['--port 1 --port 2', '--port is given twice'],
  ['--skus 0', "--skus is a whole number from 1 to 10000000; got '0'"],
  ['--defence all', 'Allowed choices are none, sentinel, bloom, both'],
  ['--redis http://x', 'REDIS_URL (--redis) is redis://'],
])('serve %s ends with 2 and says why, before anything is done', async (line, words) => {
  const context = toyContext(temporaryFolder());
  expect(await context.run(`serve ${line}`)).toBe(2);
  expect(context.printed.stderr).toContain(words);
  expect(context.printed.stdout).toBe('');
});

test('help tells options with defaults, variables, exit codes and examples on stdout', async () => {
  const context = toyContext(temporaryFolder());
  expect(await context.run('experiment --help')).toBe(0);
  for (const words of ['default: "quick"', 'REDIS_URL', 'NO_COLOR', '130, 143', 'Examples:']) {
    expect(context.printed.stdout).toContain(words);
  }
});

test('--json prints the summary alone on stdout, and the run is stored and drawn', async () => {
  const context = toyContext(temporaryFolder());
  expect(await context.run('experiment toy --json --seed 9 --set scale=2')).toBe(0);
  expect(JSON.parse(context.printed.stdout)).toEqual({
    runId,
    preset: 'quick',
    seed: '9',
    out: join(context.cwd, 'results', runId),
    report: join(context.cwd, 'report', runId, 'index.html'),
    seconds: 0,
    experiments: [
      {
        id: 'toy',
        status: 'done',
        seconds: 0,
        rows: 6,
        expectations: [
          { name: 'two rows a cell', holds: true, measured: 'even', expected: 'even' },
        ],
        verdicts: [
          {
            claim: 'S0-20',
            verdict: 'reproduced',
            evidence: 'computed',
            measured: '6 rows',
            expected: 'some rows',
          },
        ],
      },
    ],
  });
  expect(context.drawn[0]).toMatchObject({
    runId,
    command: 'npm run experiment -- toy --preset quick --seed 9 --set scale=2',
    experiments: [{ question: 'Does the lab work?', parameters: { scale: 2 } }],
  });
  expect(context.drawn[0]?.experiments[0]?.rows).toHaveLength(6);
  expect(context.drawn[0]?.experiments[0]?.verdicts[0]?.statement).toBe('It has a size.');
  expect(context.printed.stderr).toContain('toy/size/3 done in 0.0 s (3/3, about 0:00 left)');
});

const broken = toy({
  id: 'broken',
  expectations: () => [{ name: 'no lies', holds: false, measured: '1', expected: '0' }],
});

test('without --json a table tells what was done and where it lies', async () => {
  const context = toyContext(temporaryFolder(), [toy(), broken]);
  expect(await context.run('experiment')).toBe(4);
  const { stdout } = context.printed;
  expect(stdout).toContain('toy         done       6      0.0       1  ✓ 1           1 reproduced');
  expect(stdout).toMatch(/^total +12 +0\.0 +2$/m);
  expect(stdout).toContain(join(context.cwd, 'results', runId));
  expect(stdout).toContain(join(context.cwd, 'report', runId, 'index.html'));
  expect(stdout).not.toContain('\x1b');
});

test.each(['experiment broken', 'experiment broken --json'])(
  '%s ends with 4 and says on the error stream what is broken',
  async (command) => {
    const context = toyContext(temporaryFolder(), [broken]);
    expect(await context.run(command)).toBe(4);
    expect(context.printed.stderr).toMatch(/^✗ broken: no lies: expected 0, got 1$/m);
  },
);

test('a server that cannot be had: exit 3, the summary is printed, the others run', async () => {
  const needy = toy({
    id: 'needy',
    needs: ['redis'],
    run: async () => {
      throw serverError('no Redis here; set REDIS_URL');
    },
  });
  const context = toyContext(temporaryFolder(), [needy, toy()]);
  expect(await context.run('experiment --json')).toBe(3);
  const { experiments } = JSON.parse(context.printed.stdout);
  expect(experiments).toMatchObject([
    { id: 'needy', status: 'failed', message: 'no Redis here; set REDIS_URL', verdicts: [] },
    { id: 'toy', status: 'done' },
  ]);
});

test('an interrupted run prints its summary, and is drawn when it was resumed', async () => {
  let calls = 0;
  const impatient = toy({
    run: async (cell, lab, values) => {
      calls += 1;
      if (calls === 2) {
        context.controller.abort(new LabError(130, 'Interrupted by SIGINT.'));
      }
      return toy().run(cell, lab, values);
    },
  });
  const context = toyContext(temporaryFolder(), [impatient]);
  expect(await context.run('experiment --json')).toBe(130);
  const first = JSON.parse(context.printed.stdout);
  expect(first).toMatchObject({ report: null, experiments: [{ status: 'interrupted' }] });
  expect(context.drawn).toEqual([]);
  expect(context.printed.stderr).toContain('Interrupted by SIGINT.');

  const again = toyContext(context.cwd, [impatient]);
  expect(await again.run(`experiment --json --resume ${first.runId}`)).toBe(0);
  expect(JSON.parse(again.printed.stdout).experiments).toMatchObject([{ status: 'done', rows: 6 }]);
  expect(again.drawn).toHaveLength(1);
});

test('a signal between the last cell and the report ends with its exit code', async () => {
  const context = toyContext(temporaryFolder(), [toy()], {
    createStage: () => ({
      ...toyStage(),
      close: async () => context.controller.abort(new LabError(130, 'Interrupted by SIGINT.')),
    }),
  });
  expect(await context.run('experiment --json')).toBe(130);
  expect(JSON.parse(context.printed.stdout)).toMatchObject({
    report: null,
    experiments: [{ status: 'done' }],
  });
  expect(context.drawn).toEqual([]);
});

test('a run of another version is not resumed', async () => {
  const context = toyContext(temporaryFolder());
  await context.run('experiment toy');
  const path = join(context.cwd, 'results', runId, 'run.json');
  const changed = readFileSync(path, 'utf8').replace(
    /"packageVersion": "[^"]*"/,
    '"packageVersion": "0"',
  );
  writeFileSync(path, changed);
  expect(await context.run(`experiment --resume ${runId}`)).toBe(2);
  expect(context.printed.stderr).toContain('another version');
});

test('a report that cannot be drawn leaves the results, and a summary that says so', async () => {
  const context = toyContext(temporaryFolder(), [toy()], {
    writeReport: async () => {
      throw new LabError(ExitCode.unexpected, 'no space');
    },
  });
  expect(await context.run('experiment --json')).toBe(1);
  expect(JSON.parse(context.printed.stdout)).toMatchObject({ report: null });
  expect(context.printed.stderr).toContain('not drawn. no space\n');
});

test('--out holds results and report; where it cannot be written nothing is begun', async () => {
  const context = toyContext(temporaryFolder(), [toy()]);
  expect(await context.run('experiment --out elsewhere')).toBe(0);
  expect(readdirSync(context.cwd)).toEqual(['elsewhere']);
  expect(readdirSync(join(context.cwd, 'elsewhere')).toSorted()).toEqual([runId, 'report']);

  writeFileSync(join(context.cwd, 'file'), '');
  for (const out of [join(context.cwd, 'file'), join(context.cwd, 'file', 'below'), '/proc/x']) {
    expect(await context.run(`experiment --out ${out}`)).toBe(2);
    expect(context.printed.stderr).toContain(`Cannot write ${out}`);
  }
});

test('--dry-run and --list tell, and leave nothing behind', async () => {
  const context = toyContext(temporaryFolder());
  expect(await context.run('experiment --dry-run')).toBe(0);
  expect(context.printed.stdout).toContain('6 cells, about 0:12 in all; nothing was started');
  expect(await context.run('experiment --list')).toBe(0);
  expect(context.printed.stdout).toContain('Does the lab work?');
  expect(existsSync(join(context.cwd, 'results'))).toBe(false);
  const json = toyContext(context.cwd);
  expect(await json.run('experiment other --dry-run --json')).toBe(0);
  expect(JSON.parse(json.printed.stdout).experiments).toMatchObject([
    { id: 'other', needs: [], cells: ['size/1', 'size/2', 'size/3'], expectedSeconds: 6 },
  ]);
});

test('report draws the newest run, a named one, or the reference of a fresh clone', async () => {
  const fresh = toyContext(temporaryFolder(), [toy()]);
  expect(await fresh.run('report')).toBe(2);
  expect(fresh.printed.stderr).toContain('holds no run');

  const out = join(fresh.cwd, 'results');
  await fresh.run('experiment --seed 5');
  expect(await fresh.run(`report ${runId} --out pages`)).toBe(0);
  expect(fresh.printed.stdout).toContain(join(fresh.cwd, 'pages', runId, 'index.html'));
  expect(fresh.drawn[1]).toEqual(fresh.drawn[0]);

  const clone = toyContext(temporaryFolder(), [toy()]);
  const reference = join(clone.cwd, 'results', 'reference');
  mkdirSync(reference, { recursive: true });
  for (const name of ['run.json', 'toy.ndjson']) {
    writeFileSync(join(reference, name), readFileSync(join(out, runId, name)));
  }
  expect(await clone.run('report')).toBe(0);
  expect(clone.printed.stderr).toContain('this is the reference');
  expect(clone.drawn[0]).toEqual(fresh.drawn[0]);
});
