import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ledger } from '../src/claims/ledger.ts';
import { readResults, readRun } from '../src/lab/run-store.ts';
import { temporaryFolder } from '../src/lab/temporary-folder.test.fixture.ts';
import { experiments } from './index.ts';

/** Small enough for a test; every pass of every experiment is done all the same. */
const settings: Readonly<Record<string, readonly string[]>> = {
  articles: ['compile=true', 'keys=1000'],
  faults: ['skus=1000', 'offRequests=20'],
  'fpr-sweep': ['compare=true', 'scanTo=1000000'],
  funnel: [
    'skus=1000',
    'range=100000',
    'deleted=50',
    'requests=100',
    'timedRequests=50',
    'getRounds=1',
  ],
  lifecycle: [
    'skus=6000',
    'requests=20',
    'deleted=10',
    'churnSteps=2',
    'rounds=1',
    'generatedIds=7500',
    'inserts=2',
  ],
  latency: ['skus=1000', 'holesSkus=1000', 'range=100000', 'holesRounds=1'],
  races: ['skus=1000'],
  walkthrough: ['skus=1000', 'range=100000', 'different=10,100'],
  rivals: ['skus=1000', 'range=100000', 'scanTo=100000', 'deleted=20', 'requests=20'],
  speed: ['compare=true'],
  systems: ['skus=500', 'deleted=20', 'requests=30', 'lookups=500', 'rounds=2'],
  memory: ['skus=1000', 'range=100000', 'draws=1000', 'processes=1', 'seconds=2'],
  renewal: ['skus=1000', 'rate=20', 'draws=1000'],
  eviction: ['skus=1000'],
  stampede: ['skus=1000', 'queryMs=5', 'burst=8'],
};

/** Runs an experiment by the built command line, on servers of its own, and gives the folder. */
async function run(id: string, env: NodeJS.ProcessEnv): Promise<string> {
  const sets = (settings[id] ?? []).flatMap((setting) => ['--set', setting]);
  const options = ['--preset', 'smoke', '--json', '--out', temporaryFolder(), ...sets];
  const child = spawn(process.execPath, ['dist/src/cli/main.js', 'experiment', id, ...options], {
    env: { ...process.env, REDIS_URL: '', MYSQL_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await once(child, 'close');
  const [summary, log] = await printed;
  expect(exitCode, log).toBe(0);
  return JSON.parse(summary).out;
}

/** Of each row the values that must not depend on the machine; cells may end in any order. */
function exactRows(folder: string) {
  return readRun(folder).experiments.map(({ id, columns }) => {
    const names = columns.filter(({ kind }) => kind === 'exact').map(({ name }) => name);
    const values = readResults(folder, id).map(({ row }) => names.map((name) => row[name]));
    return values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  });
}

test.each(experiments)(
  '$id holds what it expects, and its exact columns are the same in another locale and time zone',
  async ({ id }) => {
    const [here, abroad] = await Promise.all([
      run(id, { TZ: 'UTC', LC_ALL: 'C' }),
      run(id, { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8' }),
    ]);
    const [record] = readRun(here).experiments;
    expect(record!.expectations).not.toEqual([]);
    const claims = record!.verdicts.map(({ claim }) => claim);
    expect(ledger.map((claim) => claim.id)).toEqual(expect.arrayContaining(claims));
    expect(exactRows(here).flat(2)).not.toEqual([]);
    expect(exactRows(abroad)).toEqual(exactRows(here));
  },
  120_000,
);
